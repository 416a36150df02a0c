import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useApi } from '#api/api-context.ts';
import { queryKeys } from '#api/queries.ts';
import { announceLidar, type StatedCoordinates } from '#api/uploads/lidar-upload.ts';
import { routes } from '#contract/routes/table.ts';
import { unitOfMeasure } from '#contract/schemas/common.ts';
import type { CrsEntry } from '#domain/crs/table.ts';
import type { Preflight } from './preflight.ts';

interface NewProject {
  readonly name: string;
  readonly preflight: Preflight;
  /** What the person chose for files that declare nothing. */
  readonly chosen: CrsEntry | null;
}

/** Name of a new project: that of its first file, without the extension. */
export const nameOfFile = (fileName: string): string => fileName.replace(/\.[^.]*$/, '');

function horizontalUnitId(entry: CrsEntry): string | undefined {
  if (entry.kind === 'compound') return entry.horizontal.unit.id;
  return entry.kind === 'projected' ? entry.crs.unit.id : undefined;
}

function coordinatesOf({ preflight, chosen }: NewProject): StatedCoordinates {
  if (chosen !== null) {
    return {
      epsg: chosen.epsg,
      wkt: null,
      uom: unitOfMeasure.safeParse(horizontalUnitId(chosen)).data ?? null,
    };
  }
  return { epsg: null, wkt: preflight.prj, uom: null };
}

/** Makes a lidar project, starts its upload and goes to its page. */
export function useCreateProject() {
  const { client, uploads } = useApi();
  const cache = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async (project: NewProject) => {
      const declared = project.preflight.files[0]?.crs.horizontalUnit?.id;
      const chosen = project.chosen === null ? undefined : horizontalUnitId(project.chosen);
      const unit = unitOfMeasure.safeParse(chosen ?? declared).data;
      const made = await client.call(routes.projectCreate, {
        body: { name: project.name, type: 'lidar', ...(unit === undefined ? {} : { unit_of_measure: unit }) },
      });
      const files = project.preflight.files.map(({ file }) => file);
      const parts = await announceLidar(client, made.pk, files, coordinatesOf(project));
      uploads.start({ pk: made.pk, name: made.name }, parts);
      void cache.invalidateQueries({ queryKey: [...queryKeys.projects, 'search'] });
      await navigate({ to: '/projects/$pk', params: { pk: String(made.pk) } });
    },
  });
}

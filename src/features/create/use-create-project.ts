import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useApi } from '#api/api-context.ts';
import { queryKeys } from '#api/queries.ts';
import { announceImages } from '#api/uploads/image-upload.ts';
import { announceLidar, type StatedCoordinates } from '#api/uploads/lidar-upload.ts';
import { routes } from '#contract/routes/table.ts';
import type { PhotoEngine } from '#contract/rules/engines.ts';
import { unitOfMeasure } from '#contract/schemas/common.ts';
import type { ProjectSettings } from '#contract/schemas/project.ts';
import type { CrsEntry } from '#domain/crs/table.ts';
import type { ImagePreflight, PointRole } from './image-preflight.ts';
import type { Preflight } from './preflight.ts';

export type ImageDensity = 'low' | 'medium' | 'high';

interface NewLidarProject {
  readonly kind: 'lidar';
  readonly name: string;
  readonly preflight: Preflight;
  readonly settings: ProjectSettings;
  /** What the person chose for files that declare nothing. */
  readonly chosen: CrsEntry | null;
}

interface NewImageProject {
  readonly kind: 'images';
  readonly name: string;
  readonly preflight: ImagePreflight;
  /** What each file of points is for. */
  readonly roles: readonly PointRole[];
  readonly density: ImageDensity;
  readonly engine: PhotoEngine;
  readonly settings: ProjectSettings;
  /** System of the products; null leaves it to control and photos. */
  readonly chosen: CrsEntry | null;
}

/** Codes of the density setting (spec part 2, section 3). */
const densityCodes: Readonly<Record<ImageDensity, number>> = { low: 4, medium: 3, high: 2 };

/** Name of a new project: that of its first file, without the extension. */
export const nameOfFile = (fileName: string): string => fileName.replace(/\.[^.]*$/, '');

function horizontalUnitId(entry: CrsEntry): string | undefined {
  if (entry.kind === 'compound') return entry.horizontal.unit.id;
  return entry.kind === 'projected' ? entry.crs.unit.id : undefined;
}

function unitOf(entry: CrsEntry | null): StatedCoordinates['uom'] {
  return entry === null ? null : (unitOfMeasure.safeParse(horizontalUnitId(entry)).data ?? null);
}

function coordinatesOf({
  preflight,
  chosen,
}: Pick<NewLidarProject, 'preflight' | 'chosen'>): StatedCoordinates {
  if (chosen !== null) return { epsg: chosen.epsg, wkt: null, uom: unitOf(chosen) };
  return { epsg: null, wkt: preflight.prj, uom: null };
}

/** Makes a project, starts its upload and goes to its page. */
export function useCreateProject() {
  const { client, uploads } = useApi();
  const cache = useQueryClient();
  const navigate = useNavigate();

  const createLidar = async (project: NewLidarProject) => {
    const declared = project.preflight.files[0]?.crs.horizontalUnit?.id;
    const unit = unitOf(project.chosen) ?? unitOfMeasure.safeParse(declared).data;
    const made = await client.call(routes.projectCreate, {
      body: {
        name: project.name,
        type: 'lidar',
        settings: project.settings,
        ...(unit ? { unit_of_measure: unit } : {}),
      },
    });
    const files = project.preflight.files.map(({ file }) => file);
    return { made, parts: await announceLidar(client, made.pk, files, coordinatesOf(project)) };
  };

  const createImages = async (project: NewImageProject) => {
    const { name, preflight, roles, density, engine, settings, chosen } = project;
    const made = await client.call(routes.projectCreate, {
      body: { name, type: 'images', settings: { ...settings, density: densityCodes[density], engine } },
    });
    const files = [
      ...preflight.photos.map(({ file }) => ({ file, role: 'image' as const })),
      ...preflight.points.map(({ file }, index) => ({ file, role: roles[index] ?? ('control' as const) })),
    ];
    const coordinates = { epsg: chosen?.epsg ?? null, wkt: null, uom: unitOf(chosen) };
    const parts = await announceImages(client, made.pk, files, coordinates);
    if (preflight.lidar === null) return { made, parts };
    const stated = coordinatesOf({ preflight: preflight.lidar, chosen });
    const clouds = preflight.lidar.files.map(({ file }) => file);
    return { made, parts: [...parts, ...(await announceLidar(client, made.pk, clouds, stated))] };
  };

  return useMutation({
    mutationFn: async (project: NewLidarProject | NewImageProject) => {
      const { made, parts } =
        project.kind === 'lidar' ? await createLidar(project) : await createImages(project);
      uploads.start({ pk: made.pk, name: made.name }, parts);
      void cache.invalidateQueries({ queryKey: [...queryKeys.projects, 'search'] });
      await navigate({ to: '/projects/$pk', params: { pk: String(made.pk) } });
    },
  });
}

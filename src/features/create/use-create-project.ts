import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useApi } from '#api/api-context.ts';
import { queryKeys } from '#api/queries.ts';
import { cancelOnFailure } from '#api/uploads/cancel-on-failure.ts';
import { announceImages } from '#api/uploads/image-upload.ts';
import { announceLidar, type StatedCoordinates } from '#api/uploads/lidar-upload.ts';
import { limits } from '#contract/limits.ts';
import { routes } from '#contract/routes/table.ts';
import type { PhotoEngine } from '#contract/rules/engines.ts';
import type { NoticeSettings } from '#contract/rules/notices.ts';
import { unitOfMeasure } from '#contract/schemas/common.ts';
import type { PhotoSensor } from '#contract/schemas/images.ts';
import type { ProjectSettings } from '#contract/schemas/project.ts';
import type { PhotoInfo } from '#domain/photogrammetry/model/photo.ts';
import type { ImagePreflight, PointRole } from './choose/image-preflight.ts';
import type { Preflight } from './choose/preflight.ts';
import type { StatedSystem } from './system/stated-system.ts';

export type ImageDensity = 'low' | 'medium' | 'high';

interface NewLidarProject {
  readonly kind: 'lidar';
  readonly name: string;
  readonly mail: NoticeSettings;
  readonly preflight: Preflight;
  readonly settings: ProjectSettings;
  /** The user's declaration of the coordinates; null leaves it to the files. */
  readonly system: StatedSystem | null;
}

interface NewImageProject {
  readonly kind: 'images';
  readonly name: string;
  readonly mail: NoticeSettings;
  readonly preflight: ImagePreflight;
  /** Role of each file of points. */
  readonly roles: readonly PointRole[];
  readonly density: ImageDensity;
  readonly engine: PhotoEngine;
  readonly settings: ProjectSettings;
  /** System of the products; null leaves it to control, lidar and photos. */
  readonly system: StatedSystem | null;
}

/** Codes of the density setting (spec part 2, section 3). */
export const densityCodes: Readonly<Record<ImageDensity, number>> = { low: 4, medium: 3, high: 2 };

/** Name of a new project: that of its first file, without the extension. */
export const nameOfFile = (fileName: string): string => fileName.replace(/\.[^.]*$/, '');

function coordinatesOf({
  preflight,
  system,
}: Pick<NewLidarProject, 'preflight' | 'system'>): StatedCoordinates {
  return system ?? { epsg: null, wkt: preflight.prj, uom: null };
}

/** Sensor metadata of a photo, in the API's units of length. */
function sensorOf({ make, model, width, height }: PhotoInfo): PhotoSensor {
  const cut = (text: string | null) => text?.slice(0, limits.nameLength) ?? null;
  return { make: cut(make), model: cut(model), pixel_width: width, pixel_height: height };
}

/** Creates a project, starts its upload and navigates to its page. */
export function useCreateProject() {
  const { client, uploads } = useApi();
  const cache = useQueryClient();
  const navigate = useNavigate();

  const createLidar = async (project: NewLidarProject) => {
    const declared = project.preflight.files[0]?.crs.horizontalUnit?.id;
    const unit = project.system?.uom ?? unitOfMeasure.safeParse(declared).data;
    const made = await client.call(routes.projectCreate, {
      body: {
        name: project.name,
        type: 'lidar',
        settings: project.settings,
        ...project.mail,
        ...(unit ? { unit_of_measure: unit } : {}),
      },
    });
    const files = project.preflight.files.map(({ file }) => file);
    const announce = () => announceLidar(client, made.pk, files, coordinatesOf(project));
    return { made, parts: await cancelOnFailure(client, made.pk, announce) };
  };

  const createImages = async (project: NewImageProject) => {
    const { name, mail, preflight, roles, density, engine, settings, system } = project;
    const made = await client.call(routes.projectCreate, {
      body: {
        name,
        type: 'images',
        settings: { ...settings, density: densityCodes[density], engine },
        ...mail,
      },
    });
    const files = [
      ...preflight.photos.map(({ file, info }) => ({ file, role: 'image' as const, sensor: sensorOf(info) })),
      ...preflight.points.map(({ file }, index) => ({ file, role: roles[index] ?? ('control' as const) })),
    ];
    const coordinates = system ?? { epsg: null, wkt: null, uom: null };
    const { lidar } = preflight;
    const announce = async () => {
      const parts = await announceImages(client, made.pk, files, coordinates);
      if (lidar === null) return parts;
      const stated = coordinatesOf({ preflight: lidar, system });
      const clouds = lidar.files.map(({ file }) => file);
      return [...parts, ...(await announceLidar(client, made.pk, clouds, stated))];
    };
    return { made, parts: await cancelOnFailure(client, made.pk, announce) };
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

import { z } from 'zod';
import type { ApiClient } from '#api/client.ts';
import { routes } from '#contract/routes/table.ts';
import type { ImageEntry } from '#contract/schemas/images.ts';
import type { Product } from '#contract/schemas/product.ts';
import type { PlacedBlock } from '#core/stations/camera-stations.ts';
import type { StationBlock } from '#core/stations/station-block.ts';
import { readCrs } from '#domain/crs/read-crs.ts';
import { AppError } from '#domain/errors/app-error.ts';
import type { ByteSource } from '#domain/formats/byte-source.ts';
import type { Mat3 } from '#domain/math/rotations.ts';
import { openHttpSource } from '#workers/io/http-source.ts';

const triple = z.tuple([z.number(), z.number(), z.number()]);
const withHeight = z.tuple([z.number(), z.number(), z.number().nullable()]);
const rotation = z
  .array(z.number())
  .length(9)
  .transform((values) => values as unknown as Mat3);

const control = z.object({
  label: z.string(),
  status: z.enum(['used', 'outlier', 'unused']),
  position: withHeight,
  residual: withHeight.nullable(),
  marks: z.number(),
  rmsPx: z.number().nullable(),
});

/** The parts of `bundle-adjustment.json` that the canvas reads. */
const bundle = z.object({
  crs: z.object({ wkt: z.string().nullable() }),
  frame: z.object({ origin: triple }),
  cameras: z.array(
    z.object({
      model: z.enum(['perspective', 'fisheye']),
      width: z.number(),
      height: z.number(),
      parameters: z.array(z.object({ name: z.string(), value: z.number() })),
    }),
  ),
  photos: z.array(
    z.object({
      name: z.string(),
      camera: z.number().int(),
      rotation,
      centre: triple,
      position: triple,
      gpsResidual: triple.nullable(),
      observations: z.number(),
      rmsPx: z.number(),
    }),
  ),
  control: z.object({ gcps: z.array(control), checkpoints: z.array(control) }),
  arrays: z.object({
    file: z.string(),
    places: z.array(z.object({ name: z.string(), type: z.string(), offset: z.number(), length: z.number() })),
  }),
});

type Bundle = z.output<typeof bundle>;

function camerasOf({ cameras }: Bundle): StationBlock['cameras'] {
  return cameras.map(({ model, width, height, parameters }) => {
    const value = (name: string, otherwise: number) =>
      parameters.find((parameter) => parameter.name === name)?.value ?? otherwise;
    return {
      model,
      width,
      height,
      focal: value('focal', width),
      cx: value('cx', width / 2),
      cy: value('cy', height / 2),
    };
  });
}

/** Bytes of one of the arrays; `editor.stations-unreadable` where the file does not contain it. */
async function arrayBytes(
  { arrays: { places } }: Bundle,
  source: ByteSource,
  name: string,
  type: 'f8' | 'u1',
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const place = places.find((candidate) => candidate.name === name && candidate.type === type);
  const size = (place?.length ?? 0) * (type === 'f8' ? 8 : 1);
  const bytes = place && (await source.read(place.offset, size, signal));
  if (bytes?.length !== size) throw new AppError('editor.stations-unreadable', { file: source.name });
  return bytes;
}

function parseBundle(document: unknown): Bundle {
  const read = bundle.safeParse(document);
  if (read.success) return read.data;
  throw new AppError('editor.stations-unreadable', { file: 'bundle-adjustment.json' }, { cause: read.error });
}

/**
 * Reads a bundle adjustment for the canvas: its document, and of its arrays the tie points only.
 * Errors: `editor.stations-unreadable`; those of the coordinate system and of the files' addresses.
 * @param document parsed `bundle-adjustment.json`
 * @param images photos that the server has
 * @param openArrays opens the file of arrays that the document names
 */
export async function placeBundle(
  document: unknown,
  images: readonly ImageEntry[],
  openArrays: (file: string) => Promise<ByteSource>,
  signal: AbortSignal,
): Promise<PlacedBlock> {
  const read = parseBundle(document);
  const stored = new Map(images.map((image) => [image.name, image]));
  const source = await openArrays(read.arrays.file);
  const ties = await arrayBytes(read, source, 'points-world', 'f8', signal);
  const tieColours = await arrayBytes(read, source, 'colours', 'u1', signal);
  const { wkt } = read.crs;
  const crs = wkt === null ? null : await readCrs([{ source: 'user', payload: wkt }]);
  const { gcps, checkpoints } = read.control;
  return {
    system: crs?.definition ?? null,
    origin: read.frame.origin,
    block: {
      cameras: camerasOf(read),
      photos: read.photos.map((photo) => {
        const image = stored.get(photo.name);
        const files = image ? { photo: image.url, thumbnail: image.thumbnail_url } : null;
        return { ...photo, files };
      }),
      control: [
        ...gcps.map((point) => ({ ...point, kind: 'gcp' as const })),
        ...checkpoints.map((point) => ({ ...point, kind: 'checkpoint' as const })),
      ],
      ties: new Float64Array(ties.slice().buffer),
      tieColours,
    },
  };
}

/** The finished bundle adjustment of a project's products that the canvas can draw; null where there is none. */
export function bundleProduct(products: readonly Product[]): Product | null {
  const found = products.find(({ name, status }) => name === 'bundle_adjustment' && status === 'Done');
  return found?.files.some(({ format }) => format === 'bin') ? found : null;
}

/**
 * Fetches a bundle adjustment of a project and places it. Errors: those of `placeBundle` and of the call;
 * `editor.stations-unreadable` where a file is missing.
 */
export async function readStations(
  client: ApiClient,
  projectPk: number,
  product: Product,
  signal: AbortSignal,
): Promise<PlacedBlock> {
  const fileOf = (format: string) => {
    const file = product.files.find((candidate) => candidate.format === format);
    if (!file) throw new AppError('editor.stations-unreadable', { file: `bundle-adjustment.${format}` });
    return file.url;
  };
  const url = fileOf('json');
  const [answer, images] = await Promise.all([
    fetch(url, { signal, credentials: 'include' }),
    client.call(routes.imagesList, { params: { pk: projectPk }, signal }),
  ]);
  if (!answer.ok) throw new AppError('editor.stations-unreadable', { file: url });
  return placeBundle(await answer.json(), images, () => openHttpSource(fileOf('bin'), { signal }), signal);
}

import { rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { FileProofs } from '#contract/schemas/file-proofs.ts';
import { addSums, noPoints } from '#domain/cloud/point-sums.ts';
import type { CrsReport } from '#domain/crs/types.ts';
import { AppError } from '#domain/errors/app-error.ts';
import { modernFormatOf } from '#domain/formats/las/convert-records.ts';
import { keepRecords, withoutExtraBytes } from '#domain/formats/las/records-kept.ts';
import { appendAll, maxOf } from '#domain/math/extremes.ts';
import { headerOf, ingest } from '../../cloud/ingest.ts';
import { writePlanView } from '../../cloud/plan-view.ts';
import { writeCopc } from '../../cloud/write-copc.ts';
import { closeInputs, type InputCloud, type InputFile, inputWarnings, openInputs } from '../../inputs.ts';
import { compareSpool } from '../../proof/failures.ts';
import { metresPerUnit } from '../../units.ts';
import type { PhotoContext } from '../context.ts';
import { orthoCell, planOrtho } from '../ortho/ortho-plan.ts';
import { createPhotoStore } from '../ortho/photo-store.ts';
import { sharpnessOf } from '../ortho/sharpness.ts';
import { openSurface } from '../ortho/surface-source.ts';
import { decodeColour } from '../steps/decode.ts';
import { colourColumn } from './colour-column.ts';

export const colouredCloudFile = 'colored-point-cloud.copc.laz';
/** The coloured cloud from above. */
export const colouredCloudImage = 'colored-point-cloud.png';

export interface ColouredCloud {
  readonly points: number;
  /** Points that got their colour from photos; the others are unchanged. */
  readonly coloured: number;
  readonly bytes: number;
}

/** A surface model of the same ground, for occlusion. */
export interface HidingSurface {
  readonly path: string;
  /** Changes when the surface does. */
  readonly key: string;
}

const cacheBytes = 768 * 2 ** 20;
/** Formats with colours by a file's format; 6 has none. */
const coloured = { 6: 7, 7: 7, 8: 8 } as const;
const [ingestShare, colourShare] = [0.2, 0.6];

/** Metres of a unit of height; heights without a unit of their own are in the horizontal one. */
const metresUp = ({ verticalUnit, horizontalUnit }: CrsReport) =>
  (verticalUnit ?? (horizontalUnit?.kind === 'linear' ? horizontalUnit : null))?.metres;

/** Points and photos must be in one system: colours are looked up by coordinates. */
function checkSystem(cloud: InputCloud, crs: CrsReport, photo: string): void {
  const isSame =
    cloud.crs.epsg !== null && crs.epsg !== null
      ? cloud.crs.epsg === crs.epsg
      : cloud.crs.proj4 === crs.proj4;
  if (isSame && metresUp(cloud.crs) === metresUp(crs)) return;
  throw new AppError('process.mixed-crs', {
    file: cloud.name,
    otherFile: photo,
    name: cloud.crs.name ?? '?',
    otherName: crs.name ?? '?',
  });
}

async function colourInputs(
  context: PhotoContext,
  inputs: readonly InputCloud[],
  surfacePath: string,
  report: (fraction: number) => void,
): Promise<{ facts: ColouredCloud; proofs: FileProofs }> {
  const { pool, signal, request, photos, workFolder, crs } = context;
  const folder = join(workFolder, 'coloured-spool');
  const format =
    coloured[maxOf(inputs.map(({ file }) => modernFormatOf(file.header.pointFormat))) as 6 | 7 | 8];
  const { facts, spool } = await ingest(inputs, folder, pool, (done) => report(ingestShare * done), signal, {
    format,
    widensColours: true,
    acceptTruncated: request.acceptTruncated,
    gpsWeek: request.gpsWeek,
  });
  const surface = await openSurface(surfacePath, pool);
  try {
    const plan = planOrtho({
      adjusted: context.adjusted,
      frame: context.frame,
      surface,
      unit: metresPerUnit(crs, inputs[0]!.name),
      cellM: orthoCell(context.gsdM, 1),
      groundHeightM: context.groundHeightM,
      sharpness: sharpnessOf(context),
    });
    if (!plan) throw new AppError('photo.ortho-no-ground', { file: relative(request.out, surfacePath) });
    const store = createPhotoStore(
      (photo, maxSide) => decodeColour(photos[photo]!.path, maxSide, photos[photo]!.info.name),
      cacheBytes,
    );
    let [seen, done] = [0, 0];
    let [stored, sums] = [noPoints, noPoints];
    for (const column of spool.columns) {
      signal?.throwIfAborted();
      const made = await colourColumn({ spool, plan, surface, photos: store, pool, signal }, column);
      seen += made.coloured;
      stored = addSums(stored, made.before);
      sums = addSums(sums, made.after);
      report(ingestShare + (colourShare * ++done) / spool.columns.length);
    }
    compareSpool(colouredCloudFile, spool.sums, stored, sums);
    const first = inputs[0]!;
    const kept = await keepRecords(first.file, first.crs, true, signal);
    const { summary, bytes, proof } = await writeCopc(
      { ...spool, sums },
      null,
      headerOf(first, facts.layout),
      pool,
      {
        path: join(request.out, colouredCloudFile),
        records: facts.layout.keepsExtraBytes ? kept : withoutExtraBytes(kept),
        report: (fraction) => report(ingestShare + colourShare + (1 - ingestShare - colourShare) * fraction),
        signal,
      },
    );
    const picturePath = join(request.out, colouredCloudImage);
    const picture = await writePlanView(spool, null, { ...facts, summary }, picturePath, pool);
    const proofs = { [colouredCloudFile]: proof, [colouredCloudImage]: picture };
    return { facts: { points: summary.count, coloured: seen, bytes }, proofs };
  } finally {
    await surface.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Colours point clouds from the adjusted photos: each point takes the median of up to three of the best photos that
 * see it past the surface. Writes one COPC file; nothing else of the points changes. Step `coloured-cloud`.
 * Errors: those of `openInputs`, `process.mixed-crs` where cloud and photos lie in different systems,
 * `photo.ortho-no-ground`, those of decoding photos, reading and writing; `AbortError`.
 */
export async function colourCloud(
  context: PhotoContext,
  clouds: readonly InputFile[],
  surface: HidingSurface,
): Promise<ColouredCloud> {
  const { steps, request, signal, photos, crs, adjustedKey } = context;
  const inputs = await openInputs(clouds, {
    stated: request.crs,
    acceptTruncated: request.acceptTruncated,
    gpsWeek: request.gpsWeek,
    signal,
  });
  try {
    appendAll(context.warnings, inputWarnings(inputs));
    for (const input of inputs) checkSystem(input, crs, photos[0]?.info.name ?? '?');
    const key = [adjustedKey, surface.key, inputs.map(({ identity }) => identity), request.gpsWeek ?? null];
    const made = await steps.run('coloured-cloud', key, async (report) => {
      const { facts, proofs } = await colourInputs(context, inputs, surface.path, report);
      return { facts, files: Object.keys(proofs), proofs };
    });
    await context.finish({
      name: 'colored_point_cloud',
      kind: 'point-cloud',
      path: colouredCloudFile,
      bytes: made.bytes,
      resolution: null,
      width: null,
      height: null,
    });
    return made;
  } finally {
    await closeInputs(inputs);
  }
}

import { join } from 'node:path';
import { projectionRecords, projectionUserId } from '#domain/formats/las/crs-declarations.ts';
import { createLasWriter } from '#domain/formats/las/las-writer.ts';
import { pointFormat } from '#domain/formats/las/point-format.ts';
import { chooseQuantisation } from '#domain/formats/las/quantisation.ts';
import type { PointSummary } from '#domain/formats/las/summary.ts';
import { createSite, type Site, scan } from '#domain/site/site.ts';
import type { TaskPool } from '#workers/contract/pool.ts';
import { createOutputFile } from '#workers/io/output-file.ts';
import { compressOn } from '../cloud/compress-on.ts';
import { makeOutputFolder, typedFailure, writeWhole } from '../work-folder.ts';
import { siteFormat, toRecords } from './lidar-records.ts';
import { type Placement, placeSite } from './placement.ts';
import { controlCsv, gcpList } from './survey-files.ts';
import { truthOf } from './truth.ts';

export interface SimulateRequest {
  readonly out: string;
  readonly seed: number;
  readonly sizeM: number;
  /** Pulses a square metre. */
  readonly pulsesPerM2: number;
  /** As for `--crs`. */
  readonly crs: string;
  /** Strips the classes from the point cloud, so that they must be found. */
  readonly unclassified: boolean;
  readonly pool: TaskPool;
  readonly signal?: AbortSignal | undefined;
  report?(fraction: number): void;
}

export interface SimulatedFiles {
  readonly files: readonly string[];
  readonly points: number;
}

export const siteFiles = {
  lidar: 'lidar.laz',
  control: 'control.csv',
  checkpoints: 'checkpoints.csv',
  gcpList: 'gcp_list.txt',
  truth: 'truth.json',
  classes: 'classes.bin',
} as const;

const scaleM = 0.001;
const tallestM = 60;
const expectedReturnsPerPulse = 1.07;

async function writeLidar(site: Site, placement: Placement, request: SimulateRequest): Promise<PointSummary> {
  const { pool, signal, out, sizeM } = request;
  const { level = 0 } = site.terrain.parameters;
  const quantisation = chooseQuantisation(
    placement.toWorld(0, 0, level - tallestM),
    placement.toWorld(sizeM, sizeM, level + sizeM * 0.05 + tallestM),
    [scaleM, scaleM, scaleM],
  );
  const wkt = new TextEncoder().encode(`${placement.crs.wkt ?? ''}\0`);
  const target = { format: siteFormat, recordLength: pointFormat(siteFormat).length };
  const output = await createOutputFile(join(out, siteFiles.lidar));
  const classes = await createOutputFile(join(out, siteFiles.classes));
  try {
    const writer = await createLasWriter(output, {
      ...target,
      quantisation,
      gpsTimeType: 'adjusted-standard',
      hasWktBit: true,
      vlrs: [{ userId: projectionUserId, recordId: projectionRecords.wkt, description: 'WKT', data: wkt }],
      compression: compressOn(pool, target, signal),
      identity: { systemIdentifier: 'Plumbline simulated site', creationDay: 1, creationYear: 2026 },
    });
    const expected = sizeM * sizeM * request.pulsesPerM2 * expectedReturnsPerPulse;
    let written = 0;
    for (const batch of scan(site, request.pulsesPerM2)) {
      signal?.throwIfAborted();
      await classes.append(batch.classification);
      const seen = request.unclassified
        ? { ...batch, classification: new Uint8Array(batch.count).fill(1) }
        : batch;
      await writer.write(toRecords(seen, placement, quantisation));
      written += batch.count;
      request.report?.(Math.min(written / expected, 1));
    }
    const summary = await writer.finish();
    await classes.commit();
    await output.commit();
    return summary;
  } finally {
    await output.discard();
    await classes.discard();
  }
}

async function writeSurvey(request: SimulateRequest, placement: Placement): Promise<SimulatedFiles> {
  const { out, seed, sizeM } = request;
  const site = createSite(seed, sizeM);
  const summary = await writeLidar(site, placement, request);
  await writeWhole(join(out, siteFiles.control), controlCsv(site, placement, 'gcp'));
  await writeWhole(join(out, siteFiles.checkpoints), controlCsv(site, placement, 'checkpoint'));
  await writeWhole(join(out, siteFiles.gcpList), gcpList(site, placement));
  await writeWhole(
    join(out, siteFiles.truth),
    `${JSON.stringify(truthOf(site, placement, request), null, 2)}\n`,
  );
  return { files: Object.values(siteFiles), points: summary.count };
}

/**
 * Writes a simulated survey: lidar as LAZ 1.4, control and check points, and the truth behind them. The same request
 * gives the same bytes; points stream, whatever their number. `classes.bin` holds the true class of every point, a
 * byte each in the file's order. Errors: those of `placeSite`, `process.bad-folder`, those of writing files.
 */
export async function simulateSite(request: SimulateRequest): Promise<SimulatedFiles> {
  const placement = await placeSite(request.crs);
  try {
    await makeOutputFolder(request.out);
    return await writeSurvey(request, placement);
  } catch (error) {
    throw typedFailure(error, request.out);
  }
}

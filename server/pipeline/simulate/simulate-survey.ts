import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { addSums, noPoints, sumRecords } from '#domain/cloud/point-sums.ts';
import { projectionRecords, projectionUserId } from '#domain/formats/las/crs-declarations.ts';
import { createLasWriter } from '#domain/formats/las/las-writer.ts';
import { pointFormat } from '#domain/formats/las/point-format.ts';
import { chooseQuantisation } from '#domain/formats/las/quantisation.ts';
import type { PointSummary } from '#domain/formats/las/summary.ts';
import { meanLevel } from '#domain/simulation/flight/flight-plan.ts';
import { createSimulation, type Simulation, scan } from '#domain/simulation/simulation.ts';
import type { TaskPool } from '#workers/contract/pool.ts';
import { compressOn } from '#workers/io/compress-on.ts';
import { createOutputFile } from '#workers/io/output-file.ts';
import { publish, publishBytes } from '../proof/publish.ts';
import { makeOutputFolder, typedFailure, writeWhole } from '../work-folder.ts';
import { locateSimulation } from './earth-position.ts';
import { flightTruth, markList, measureTargets, targetCsv } from './flight-files.ts';
import { siteFormat, toRecords } from './lidar-records.ts';
import { type Placement, placeSimulation } from './placement.ts';
import { controlCsv, gcpList } from './survey-files.ts';
import { truthOf } from './truth.ts';
import { type FlightRequest, imageFolder, writeFlight } from './write-flight.ts';

export interface SimulateRequest {
  readonly out: string;
  readonly seed: number;
  readonly sizeM: number;
  /** Pulses per square metre; 0 for no laser survey. */
  readonly pulsesPerM2: number;
  /** As for `--crs`. */
  readonly crs: string;
  /** Removes the classes from the point cloud, so that they must be found. */
  readonly unclassified: boolean;
  /** A flight with a camera over the site, which then also has difficult areas; null for none. */
  readonly flight?: FlightRequest | null;
  readonly pool: TaskPool;
  readonly signal?: AbortSignal | undefined;
  report?(fraction: number): void;
}

export interface SimulatedFiles {
  readonly files: readonly string[];
  readonly points: number;
  readonly images: number;
}

export const simulationFiles = {
  lidar: 'lidar.laz',
  control: 'control.csv',
  checkpoints: 'checkpoints.csv',
  gcpList: 'gcp_list.txt',
  truth: 'truth.json',
  classes: 'classes.bin',
  checkpointMarks: 'checkpoints_marks.txt',
} as const;

const scaleM = 0.001;
const tallestM = 60;
const expectedReturnsPerPulse = 1.07;

async function writeLidar(
  simulation: Simulation,
  placement: Placement,
  request: SimulateRequest,
): Promise<PointSummary> {
  const { pool, signal, out, sizeM } = request;
  const { level = 0 } = simulation.terrain.parameters;
  const quantisation = chooseQuantisation(
    placement.toWorld(0, 0, level - tallestM),
    placement.toWorld(sizeM, sizeM, level + sizeM * 0.05 + tallestM),
    [scaleM, scaleM, scaleM],
  );
  const wkt = new TextEncoder().encode(`${placement.crs.wkt ?? ''}\0`);
  const target = { format: siteFormat, recordLength: pointFormat(siteFormat).length };
  const output = await createOutputFile(join(out, simulationFiles.lidar));
  const classes = await createOutputFile(join(out, simulationFiles.classes));
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
    let sums = noPoints;
    const hash = createHash('sha256');
    for (const batch of scan(simulation, request.pulsesPerM2)) {
      signal?.throwIfAborted();
      hash.update(batch.classification);
      await classes.append(batch.classification);
      const seen = request.unclassified
        ? { ...batch, classification: new Uint8Array(batch.count).fill(1) }
        : batch;
      const records = toRecords(seen, placement, quantisation);
      sums = addSums(sums, sumRecords(records));
      await writer.write(records);
      written += batch.count;
      request.report?.(Math.min(written / expected, 1));
    }
    const summary = await writer.finish();
    await publishBytes(classes, hash.digest('hex'));
    await publish(output, { kind: 'points', ...sums }, { pool, signal });
    return summary;
  } finally {
    await output.discard();
    await classes.discard();
  }
}

/** Shares of the work: photos take the larger one where both are made. */
const flightShare = 0.8;

async function writeLaserSurvey(
  simulation: Simulation,
  placement: Placement,
  request: SimulateRequest,
): Promise<SimulatedFiles> {
  if (request.pulsesPerM2 === 0) return { files: [], points: 0, images: 0 };
  const summary = await writeLidar(simulation, placement, request);
  return { files: [simulationFiles.lidar, simulationFiles.classes], points: summary.count, images: 0 };
}

async function writeText(out: string, texts: Readonly<Record<string, string>>): Promise<string[]> {
  for (const [name, text] of Object.entries(texts)) await writeWhole(join(out, name), text);
  return Object.keys(texts);
}

async function writeSurvey(
  simulation: Simulation,
  placement: Placement,
  request: SimulateRequest,
): Promise<SimulatedFiles> {
  const { out } = request;
  const laser = await writeLaserSurvey(simulation, placement, request);
  const texts = await writeText(out, {
    [simulationFiles.control]: controlCsv(simulation, placement, 'gcp'),
    [simulationFiles.checkpoints]: controlCsv(simulation, placement, 'checkpoint'),
    [simulationFiles.gcpList]: gcpList(simulation, placement),
    [simulationFiles.truth]: `${JSON.stringify(truthOf(simulation, placement, request), null, 2)}\n`,
  });
  return { ...laser, files: [...laser.files, ...texts] };
}

async function writePhotoSurvey(
  simulation: Simulation,
  placement: Placement,
  request: SimulateRequest,
  flightRequest: FlightRequest,
): Promise<SimulatedFiles> {
  const { out, sizeM, pool, signal, report } = request;
  const earth = await locateSimulation(placement, sizeM, meanLevel(simulation));
  const hasLaser = request.pulsesPerM2 > 0;
  const share = hasLaser ? flightShare : 1;
  const flight = await writeFlight({
    ...{ simulation, sizeM, out, earth, request: flightRequest, pool, signal },
    report: (fraction) => report?.(share * fraction),
  });
  const laser = await writeLaserSurvey(simulation, placement, {
    ...request,
    report: (fraction) => report?.(share + (1 - share) * fraction),
  });
  const measured = measureTargets(flight.targets, placement, simulation.seed);
  const truth = {
    ...truthOf(simulation, placement, request),
    flight: flightTruth(flight, measured, placement, earth, flightRequest),
  };
  const texts = await writeText(out, {
    [simulationFiles.control]: targetCsv(measured, placement, 'gcp'),
    [simulationFiles.checkpoints]: targetCsv(measured, placement, 'checkpoint'),
    [simulationFiles.gcpList]: markList(measured, flight, placement, 'gcp'),
    [simulationFiles.checkpointMarks]: markList(measured, flight, placement, 'checkpoint'),
    [simulationFiles.truth]: `${JSON.stringify(truth, null, 2)}\n`,
  });
  return {
    files: [imageFolder, ...laser.files, ...texts],
    points: laser.points,
    images: flight.photos.length,
  };
}

/**
 * Writes a simulated survey: lidar as LAZ 1.4, photos as JPEG where a flight is requested, control and check points,
 * and their truth. The same request gives the same bytes; points are streamed. `classes.bin` holds the true class of
 * every point, one byte each in the file's order. With a flight the site is placed where the map is true to scale.
 * Errors: those of `placeSimulation`, `process.bad-folder`, those of writing files.
 */
export async function simulateSurvey(request: SimulateRequest): Promise<SimulatedFiles> {
  const { flight = null, seed, sizeM } = request;
  const simulation = createSimulation(seed, sizeM, flight !== null);
  const trueToScale = { sizeM, levelM: meanLevel(simulation) };
  const placement = await placeSimulation(request.crs, flight ? { trueToScale } : {});
  try {
    await makeOutputFolder(request.out);
    if (flight) return await writePhotoSurvey(simulation, placement, request, flight);
    return await writeSurvey(simulation, placement, request);
  } catch (error) {
    throw typedFailure(error, request.out);
  }
}

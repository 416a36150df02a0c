import { AppError, type ErrorRecord } from '#domain/errors/app-error.ts';
import { upperMedian } from '#domain/math/median.ts';
import type { Mat3 } from '#domain/math/rotations.ts';
import type { Vec3 } from '#domain/math/vectors.ts';
import { alignFlights, type StatedPose } from '#domain/photogrammetry/georeference/align-flights.ts';
import { alignToControl, type LocatedControl } from '#domain/photogrammetry/georeference/align-to-control.ts';
import type { PositionAssessment } from '#domain/photogrammetry/georeference/assess-positions.ts';
import { type ControlFault, diagnoseControl } from '#domain/photogrammetry/georeference/diagnose-control.ts';
import { levelBlock, type UprightBlock } from '#domain/photogrammetry/georeference/level-block.ts';
import { locateObservations } from '#domain/photogrammetry/georeference/locate-observations.ts';
import { transformBlock } from '#domain/photogrammetry/georeference/transform-block.ts';
import type { Reconstruction } from '#domain/photogrammetry/model/reconstruction.ts';
import type { SfmBlock } from '#domain/photogrammetry/sfm/problem.ts';
import type { FramedControl, ToFrame } from '../control-points.ts';

/** A reconstructed block. */
export interface RawBlock {
  readonly block: Reconstruction;
  /** True where the block is placed by the positions of its photos. */
  readonly hasPriors: boolean;
  readonly doubt: SfmBlock['doubt'];
}

export interface PlacementInput {
  /** Largest first. */
  readonly blocks: readonly RawBlock[];
  readonly control: readonly FramedControl[];
  /** The transform of each control file's coordinates, by its name. */
  readonly toFrame: ReadonlyMap<string, ToFrame>;
  /** True where the photos' positions are in the project's frame. */
  readonly arePositionsTied: boolean;
  /** Photos of each flight, the reference flight first. */
  readonly flights: readonly (readonly number[])[];
  /** Whether the photos' heights are known not to be above take-off. */
  readonly areHeightsAbsolute: boolean;
  /** Null for photos without a usable position. */
  readonly statedOf: (photo: number) => StatedPose | null;
  /** World-to-camera rotation as a photo states it, also without a position. */
  readonly attitudeOf: (photo: number) => Mat3 | null;
  /** The placement of blocks with poor positions, one entry per block; null for the others. */
  readonly poor: readonly (PositionAssessment | null)[];
  readonly systemName: string;
}

export interface Placement {
  /** Blocks in the project's frame, largest first. */
  readonly placed: readonly Reconstruction[];
  /** Blocks without a tie to the frame. */
  readonly loose: readonly Reconstruction[];
  /** True where the frame is that of one block, with arbitrary origin, orientation and scale. */
  readonly isArbitrary: boolean;
  /** The source of an arbitrary frame's vertical; null where there is none, and where the frame is the project's. */
  readonly upSource: UprightBlock['source'];
  /** Blocks (indices of the input) that are placed by poor positions only. */
  readonly weak: readonly number[];
  readonly warnings: readonly ErrorRecord[];
}

/** Residual above which a similarity between control and photos is rejected, metres. */
const apartM = 100;

function locate(
  block: Reconstruction,
  control: readonly FramedControl[],
): (LocatedControl & FramedControl)[] {
  return control.flatMap((point) => {
    const located = locateObservations(block, point.marks);
    return located ? [{ ...point, located, surveyed: point.xyz }] : [];
  });
}

function faultError(fault: ControlFault, file: string, name: string): AppError {
  const digits = (factor: number) => Number(factor.toPrecision(7));
  switch (fault.kind) {
    case 'swapped':
      return new AppError('photo.control-swapped', { file });
    case 'units':
      return new AppError('photo.control-units', { file, name, factor: digits(fault.factor) });
    case 'height-units':
      return new AppError('photo.control-height-units', { file, name, factor: digits(fault.factor) });
    case 'apart': {
      const distance = Number.isFinite(fault.distanceM) ? Math.round(fault.distanceM) : '∞';
      return new AppError('photo.system-far', { file, name, distance });
    }
  }
}

/** Refuses control that contradicts the photos' positions. */
function checkControl(block: Reconstruction, input: PlacementInput, areHeightsAbsolute: boolean): void {
  const { control, toFrame, systemName } = input;
  const found = locate(block, control);
  for (const file of new Set(found.map((point) => point.file))) {
    const sightings = found
      .filter((point) => point.file === file)
      .map(({ given, located }) => ({ x: given.x, y: given.y, z: given.z, located }));
    const fault = diagnoseControl(sightings, toFrame.get(file)!, areHeightsAbsolute);
    if (fault) throw faultError(fault, file, systemName);
  }
}

const medianOf = (values: readonly number[]): number => upperMedian(values) ?? 0;

/** Moves a block that is placed by satellite positions onto its control: height datums differ by tens of metres. */
function shiftToControl(block: Reconstruction, gcps: readonly FramedControl[]): Reconstruction {
  const found = locate(block, gcps);
  if (found.length === 0) return block;
  const axis = (index: 0 | 1 | 2) =>
    medianOf(found.map(({ located, xyz }) => xyz[index] - located[index]).filter(Number.isFinite));
  const shift: Vec3 = [axis(0), axis(1), axis(2)];
  return transformBlock(block, { scale: 1, rotation: [1, 0, 0, 0, 1, 0, 0, 0, 1], shift });
}

/** Limits of scale and rotation by which control may correct a block with poor positions, in standard deviations. */
const maxCorrection = 4;

/**
 * Places a block by poor positions, or by control where enough of it agrees with them. Errors: those of
 * `checkControl`.
 */
function placePoorly(
  block: Reconstruction,
  { similarity, scale, hasHeights }: PositionAssessment,
  input: PlacementInput,
  gcps: readonly FramedControl[],
): { readonly block: Reconstruction; readonly isByControl: boolean } {
  const placed = transformBlock(block, similarity);
  checkControl(placed, input, input.areHeightsAbsolute && hasHeights);
  const byControl = alignToControl(locate(placed, gcps));
  const isByControl =
    byControl !== null &&
    byControl.rms < apartM &&
    Math.abs(Math.log(byControl.similarity.scale)) < maxCorrection * scale;
  return {
    block: isByControl ? transformBlock(placed, byControl.similarity) : shiftToControl(placed, gcps),
    isByControl,
  };
}

/**
 * Places blocks in the project's frame: by their photos' positions, then moved onto the control, or by control alone.
 */
export function placeBlocks(input: PlacementInput): Placement {
  const { blocks, control, arePositionsTied, poor } = input;
  const gcps = control.filter(({ type }) => type === 'gcp');
  const warnings: ErrorRecord[] = [];
  const placed: Reconstruction[] = [];
  const loose: Reconstruction[] = [];
  const weak: number[] = [];
  for (const [index, { block, hasPriors }] of blocks.entries()) {
    const assessment = poor[index];
    if (assessment) {
      const found = placePoorly(block, assessment, input, gcps);
      placed.push(found.block);
      if (!found.isByControl) weak.push(index);
      continue;
    }
    if (hasPriors && arePositionsTied) {
      const aligned = alignFlights(block, input.flights, input.statedOf);
      checkControl(aligned, input, input.areHeightsAbsolute);
      placed.push(shiftToControl(aligned, gcps));
      continue;
    }
    const found = locate(block, gcps);
    const aligned = alignToControl(found);
    if (aligned && aligned.rms < apartM) {
      placed.push(transformBlock(block, aligned.similarity));
      continue;
    }
    if (gcps.length > 0) {
      const { file } = gcps[0]!;
      warnings.push(
        aligned
          ? { code: 'photo.control-apart', params: { file, residual: Math.round(aligned.rms) } }
          : { code: 'photo.few-control', params: { file, count: found.length } },
      );
    }
    loose.push(block);
  }
  const isArbitrary = placed.length === 0;
  if (isArbitrary) {
    const [first, ...rest] = loose;
    const upright = first && levelBlock(first, input.attitudeOf);
    return {
      placed: upright ? [upright.block] : [],
      loose: rest,
      isArbitrary,
      upSource: upright?.source ?? null,
      weak,
      warnings,
    };
  }
  return { placed, loose, isArbitrary, upSource: null, weak, warnings };
}

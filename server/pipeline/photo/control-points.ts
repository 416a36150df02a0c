import { createTransform } from '#domain/crs/transform.ts';
import type { CrsReport } from '#domain/crs/types.ts';
import type { ErrorRecord } from '#domain/errors/app-error.ts';
import type { Vec3 } from '#domain/math/vectors.ts';
import { coordinateSteps, roundingSigma } from '#domain/photogrammetry/control/rounding.ts';
import type { ControlFile, ControlPoint, ControlType } from '#domain/photogrammetry/model/control.ts';
import type { PhotoInfo } from '#domain/photogrammetry/model/photo.ts';
import { unitSymbol } from '#domain/units/units.ts';
import type { ProjectSystem } from './project-system.ts';

/** A mark in a photo of the project. */
export interface PhotoObservation {
  /** Index of the project's photo. */
  readonly photo: number;
  /** Pixel frame of `camera.ts`. */
  readonly xy: readonly [number, number];
  readonly sigmaPx: number;
}

/** A surveyed point in the project's frame. */
export interface FramedControl {
  readonly label: string;
  readonly type: ControlType;
  /** Name of the file it came from. */
  readonly file: string;
  /** As in the file. */
  readonly given: ControlPoint;
  /** Local metres; z is NaN where no height was measured. */
  readonly xyz: Vec3;
  /** Metres. */
  readonly sigma: Vec3;
  readonly isSigmaStated: boolean;
  readonly marks: readonly PhotoObservation[];
}

/** Assumed standard deviations of a point's coordinates where its file states none: a good satellite survey, metres. */
const assumedSigma: Vec3 = [0.02, 0.02, 0.03];
/**
 * Standard deviations where all heights are zero, metres. Such heights were not measured and only level the block.
 * Surveys to the centimetre include heights, so the plan is assumed to come from a handheld device.
 */
const zeroHeightSigma = 5;
const handheldSigma = 1;

/** Transforms coordinates of a control file to the project's frame. */
export type ToFrame = (x: number, y: number, z: number | null) => Vec3;

const metres = (unit: CrsReport['horizontalUnit']) => (unit?.kind === 'linear' ? unit.metres : null);

/** Metres per unit of height of a control file: its own, else that of its plane coordinates, else metres. */
function heightMetres(crs: CrsReport): number {
  return crs.verticalUnit?.metres ?? metres(crs.horizontalUnit) ?? 1;
}

/**
 * Returns the transform of a control system to the project's frame, with the datum shifts at the frame's origin;
 * heights change only in unit. A local system must be the project's own. Throws `crs.shift-unknown`.
 */
export function frameTransform(
  control: CrsReport,
  { crs, frame }: Pick<ProjectSystem, 'crs' | 'frame'>,
): ToFrame {
  const isLocal = crs.kind === 'engineering' || control.kind === 'engineering';
  const flat = (report: CrsReport) => ({ horizontal: report.definition?.horizontal ?? null, vertical: null });
  const transform = isLocal ? null : createTransform(flat(crs), flat(control), frame.origin).inverse();
  const heightScale = heightMetres(control) / heightMetres(crs);
  return (x, y, z) => {
    const [wx = x, wy = y] = transform?.point([x, y]) ?? [x, y];
    const local = frame.toLocal([wx, wy, z === null ? frame.origin[2] : z * heightScale]);
    return z === null ? [local[0], local[1], Number.NaN] : local;
  };
}

/** Mean radius of the earth, metres, to convert angles to lengths on the ground. */
const earthRadiusM = 6_371_000;

/** Metres per unit of plane coordinates, of angles along a meridian. */
function planMetres({ horizontalUnit: unit }: CrsReport): number {
  return unit?.kind === 'angular' ? unit.radians * earthRadiusM : (metres(unit) ?? 1);
}

/** Rounding error of coordinates, metres: plan and height. */
interface Rounding {
  readonly plan: number;
  readonly height: number;
}

function roundingOf({ points }: ControlFile, crs: CrsReport): Rounding {
  const { plan, height } = coordinateSteps(points);
  return {
    plan: roundingSigma((plan ?? 0) * planMetres(crs)),
    height: roundingSigma((height ?? 0) * heightMetres(crs)),
  };
}

/** Standard deviations of a point as stated or assumed, without its rounding. */
function surveySigma(point: ControlPoint, crs: CrsReport, hasFlatHeights: boolean): Vec3 {
  const stated = point.sigma;
  if (!stated) return hasFlatHeights ? [handheldSigma, handheldSigma, zeroHeightSigma] : assumedSigma;
  const across = metres(crs.horizontalUnit) ?? 1;
  return [stated[0] * across, stated[1] * across, stated[2] * heightMetres(crs)];
}

/** Files whose coordinates are rounded more coarsely than their stated or assumed deviations. */
function roundedCoordinates(file: ControlFile, crs: CrsReport): ErrorRecord[] {
  const steps = coordinateSteps(file.points);
  const rounding = roundingOf(file, crs);
  const sigmas = file.points.map((point) => surveySigma(point, crs, hasFlatHeights(file)));
  const isCoarse = { plan: false, height: false };
  for (const [east, north, up] of sigmas) {
    isCoarse.plan ||= rounding.plan > Math.max(east, north);
    isCoarse.height ||= rounding.height > up;
  }
  const told = (sigma: number) => Number(sigma.toPrecision(1));
  const unitOf = { plan: crs.horizontalUnit, height: crs.verticalUnit ?? crs.horizontalUnit };
  return (['plan', 'height'] as const).flatMap((part): ErrorRecord[] => {
    const unit = unitOf[part];
    if (!isCoarse[part]) return [];
    const step = `${steps[part]} ${unit ? unitSymbol(unit) : ''}`.trim();
    const params = { file: file.name, step, sigma: told(rounding[part]) };
    return [{ code: `control.rounded-${part}`, params }];
  });
}

function framePoints(
  file: ControlFile,
  crs: CrsReport,
  system: ProjectSystem,
  photos: readonly PhotoInfo[],
  isCheckFile: boolean,
): FramedControl[] {
  const toFrame = frameTransform(crs, system);
  const index = new Map(photos.map(({ name }, position) => [name, position] as const));
  const rounding = roundingOf(file, crs);
  const sigmaOf = (point: ControlPoint): Vec3 => {
    const [east, north, up] = surveySigma(point, crs, hasFlatHeights(file));
    const { plan, height } = rounding;
    return [Math.hypot(east, plan), Math.hypot(north, plan), Math.hypot(up, height)];
  };
  return file.points.map((point) => ({
    label: point.label,
    type: isCheckFile ? 'checkpoint' : point.type,
    file: file.name,
    given: point,
    xyz: toFrame(point.x, point.y, point.z),
    sigma: sigmaOf(point),
    isSigmaStated: point.sigma !== null,
    marks: point.marks.flatMap(({ photo, x, y, sigmaPx }) => {
      const position = index.get(photo);
      return position === undefined ? [] : [{ photo: position, xy: [x, y] as const, sigmaPx }];
    }),
  }));
}

/** Heights that were not measured. */
const hasFlatHeights = ({ points }: ControlFile) => points.length > 2 && points.every(({ z }) => z === 0);

function flatHeights(files: readonly ControlFile[]): ErrorRecord[] {
  return files.filter(hasFlatHeights).map(({ name }) => ({
    code: 'photo.control-flat',
    params: { file: name, sigma: zeroHeightSigma },
  }));
}

/** The control that the person gave; marks name photos of the project. */
export interface ControlFiles {
  readonly control: ControlFile | null;
  readonly checkpoints: ControlFile | null;
}

/** The files that exist, control first. */
export function controlFiles({ control, checkpoints }: ControlFiles): ControlFile[] {
  return [control, checkpoints].filter((file) => file !== null);
}

/**
 * Control of a project in its frame. A point in the checkpoint file is a checkpoint even if the control file lists it
 * too; without marks of its own it takes those.
 */
export function frameControl(
  files: ControlFiles,
  system: ProjectSystem,
  photos: readonly PhotoInfo[],
): { readonly points: readonly FramedControl[]; readonly warnings: readonly ErrorRecord[] } {
  const given = controlFiles(files);
  const framed = (file: ControlFile | null) =>
    file
      ? framePoints(file, system.controlCrs[given.indexOf(file)]!, system, photos, file === files.checkpoints)
      : [];
  const [control, checks] = [framed(files.control), framed(files.checkpoints)];
  const checkLabels = new Set(checks.map(({ label }) => label));
  const marksOf = new Map(control.map(({ label, marks }) => [label, marks] as const));
  return {
    points: [
      ...control.filter(({ label }) => !checkLabels.has(label)),
      ...checks.map((point) => ({
        ...point,
        marks: point.marks.length > 0 ? point.marks : (marksOf.get(point.label) ?? []),
      })),
    ],
    warnings: [
      ...given.flatMap(({ warnings }) => warnings),
      ...flatHeights(given),
      ...given.flatMap((file, index) => roundedCoordinates(file, system.controlCrs[index]!)),
    ],
  };
}

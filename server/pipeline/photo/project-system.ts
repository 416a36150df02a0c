import { readCrs } from '#domain/crs/read-crs.ts';
import { type CrsTransform, createTransform, type TransformEnd } from '#domain/crs/transform.ts';
import type { CrsDeclaration, CrsReport } from '#domain/crs/types.ts';
import { AppError, type ErrorRecord } from '#domain/errors/app-error.ts';
import { upperMedian } from '#domain/math/median.ts';
import type { Vec3 } from '#domain/math/vectors.ts';
import { findPlanSlip } from '#domain/photogrammetry/georeference/diagnose-control.ts';
import type { ControlFile } from '#domain/photogrammetry/model/control.ts';
import { createLocalFrame, type LocalFrame } from '#domain/photogrammetry/model/local-frame.ts';
import type { PhotoInfo, PhotoPosition } from '#domain/photogrammetry/model/photo.ts';

/** The source of the products' coordinate system. */
export type SystemSource = 'user' | 'control' | 'gps' | 'none';

/** The stated position of a photo in a local frame: metres, with standard deviations. */
export interface LocalPosition {
  readonly xyz: Vec3;
  readonly sigma: Vec3;
  /** False where the photo states no usable height: that of the others replaces it, with a large sigma. */
  readonly hasHeight: boolean;
}

/** The system of the products and the frame of the computations. */
export interface ProjectSystem {
  readonly source: SystemSource;
  readonly crs: CrsReport;
  readonly frame: LocalFrame;
  /** System of each control file's coordinates. */
  readonly controlCrs: readonly CrsReport[];
  /**
   * Positions of the photos in `frame`, or, where the system is not georeferenced, in a separate frame; null for
   * photos without a usable one.
   */
  readonly positions: readonly (LocalPosition | null)[];
  /** True where `positions` are in `frame`. */
  readonly arePositionsTied: boolean;
  readonly warnings: readonly ErrorRecord[];
}

/** Sigma of an unknown height of a photo, metres. */
const unknownHeightSigma = 10_000;
/** Control without a stated system is assumed to be in a common one if that puts it this near to the photos, metres. */
const nearM = 20_000;
const localName = 'Local frame';
const localWkt = `LOCAL_CS["${localName}",UNIT["metre",1],AXIS["X",EAST],AXIS["Y",NORTH]]`;

const system = (payload: string, source: 'user' | 'gcp-header' = 'user') => readCrs([{ source, payload }]);

/** EPSG code of the UTM zone (WGS 84) of a place, with the exceptions of Norway and Svalbard. Degrees. */
export function utmEpsg(latitude: number, longitude: number): number {
  let zone = Math.min(60, Math.floor((longitude + 180) / 6) + 1);
  if (latitude >= 56 && latitude < 64 && longitude >= 3 && longitude < 12) zone = 32;
  if (latitude >= 72 && longitude >= 0 && longitude < 42) {
    zone = longitude < 9 ? 31 : longitude < 21 ? 33 : longitude < 33 ? 35 : 37;
  }
  return (latitude < 0 ? 32_700 : 32_600) + zone;
}

/** The UTM zone of a place, with ellipsoidal heights in metres where heights are known. */
async function utmSystem({ latitude, longitude }: Place, hasHeights = true): Promise<CrsReport> {
  const flat = await system(`EPSG:${utmEpsg(latitude, longitude)}`);
  if (!hasHeights) return flat;
  const vertical = 'VERT_CS["ellipsoidal height",VERT_DATUM["ellipsoid",2002],UNIT["metre",1],AXIS["Up",UP]]';
  return system(`COMPD_CS["${flat.name} + ellipsoidal height",${flat.wkt},${vertical}]`);
}

const median = (values: readonly number[]): number => upperMedian(values) ?? 0;

interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

function centreOf(positions: readonly PhotoPosition[]): Place {
  return {
    latitude: median(positions.map((one) => one.latitude)),
    longitude: median(positions.map((one) => one.longitude)),
  };
}

/** Longitude and latitude of places of a system; null where undefined there. */
function placesIn(crs: CrsReport, geographic: CrsReport): (x: number, y: number) => Place | null {
  const transform = createTransform(crs.definition!, geographic.definition!);
  return (x, y) => {
    try {
      const [longitude = Number.NaN, latitude = Number.NaN] = transform.point([x, y]);
      return { latitude, longitude };
    } catch (error) {
      if (error instanceof AppError) return null;
      throw error;
    }
  };
}

/** Longitude and latitude of a place of a system; null where undefined there or without a transform. */
function placeOf(crs: CrsReport, geographic: CrsReport, x: number, y: number): Place | null {
  try {
    return placesIn(crs, geographic)(x, y);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

function distanceM(a: Place, b: Place): number {
  const metres = 111_320;
  const turn = ((((a.longitude - b.longitude + 180) % 360) + 360) % 360) - 180;
  const middle = ((a.latitude + b.latitude) * Math.PI) / 360;
  return metres * Math.hypot(turn * Math.cos(middle), a.latitude - b.latitude);
}

/** The system of a control file that names none: a common one if that puts it near the photos, else a local grid. */
async function guessControlSystem(file: ControlFile, photos: Place | null): Promise<CrsReport> {
  const local = await system(localWkt);
  if (!photos || file.points.length === 0) return local;
  const geographic = await system('EPSG:4326');
  const x = median(file.points.map((point) => point.x));
  const y = median(file.points.map((point) => point.y));
  for (const candidate of [await utmSystem(photos), geographic]) {
    const place = placeOf(candidate, geographic, x, y);
    if (place && distanceM(place, photos) < nearM) return candidate;
  }
  return local;
}

async function readStated(stated: CrsDeclaration): Promise<CrsReport> {
  const report = await readCrs([stated]);
  const refused = report.declarations[0]?.error;
  if (refused) throw new AppError(refused.code, { ...refused.params, file: '--crs' });
  if (report.horizontalUnit?.kind !== 'linear' || report.kind === 'geocentric') {
    throw new AppError('photo.system-not-flat', { name: report.name ?? '?' });
  }
  return report;
}

async function readControlSystem(
  file: ControlFile,
  stated: CrsReport | null,
  photos: Place | null,
): Promise<CrsReport> {
  if (file.crsText === null) return stated ?? guessControlSystem(file, photos);
  const report = await system(file.crsText, 'gcp-header');
  const refused = report.declarations[0]?.error;
  if (refused) throw new AppError(refused.code, { ...refused.params, file: file.name });
  return report;
}

/** A projected system for control in degrees: its UTM zone. */
async function flatSystemOf(control: CrsReport, file: ControlFile): Promise<CrsReport> {
  if (control.horizontalUnit?.kind === 'linear') return control;
  const place = placeOf(
    control,
    await system('EPSG:4326'),
    median(file.points.map((point) => point.x)),
    median(file.points.map((point) => point.y)),
  );
  if (!place) throw new AppError('photo.system-not-flat', { name: control.name ?? '?' });
  return utmSystem(place);
}

const isTiedToEarth = (crs: CrsReport) =>
  crs.definition?.horizontal?.kind === 'projected' || crs.definition?.horizontal?.kind === 'geographic';

const metresUp = (crs: CrsReport) =>
  (crs.verticalUnit ?? (crs.horizontalUnit?.kind === 'linear' ? crs.horizontalUnit : null))?.metres ?? 1;

/**
 * WGS 84 to the plane of a system, with the datum shift at a place; where there is none, unshifted, with the reason.
 */
function fromSatellites(
  crs: CrsReport,
  geographic: CrsReport,
  { longitude, latitude }: Place,
): { readonly transform: CrsTransform; readonly warning: ErrorRecord | null } {
  const satellites: TransformEnd = { horizontal: geographic.definition!.horizontal, vertical: null };
  const flat: TransformEnd = { horizontal: crs.definition!.horizontal, vertical: null };
  try {
    return { transform: createTransform(satellites, flat, [longitude, latitude]), warning: null };
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'crs.shift-unknown')) throw error;
    return { transform: createTransform(satellites, flat), warning: error.toRecord() };
  }
}

/**
 * World coordinates of photos in a georeferenced system; null where they state none, the usual height for an unknown
 * one.
 */
function worldPositions(
  photos: readonly PhotoInfo[],
  crs: CrsReport,
  transform: CrsTransform,
): (Vec3 | null)[] {
  const usual = median(photos.flatMap(({ position }) => position?.altitude ?? []));
  return photos.map(({ position }) => {
    if (!position) return null;
    const [x = 0, y = 0] = transform.point([position.longitude, position.latitude]);
    return [x, y, (position.altitude ?? usual) / metresUp(crs)];
  });
}

function sigmaOf({ altitude, sigmaM }: PhotoPosition): Vec3 {
  return [sigmaM.east, sigmaM.north, altitude === null ? unknownHeightSigma : sigmaM.up];
}

/** Centre of places in whole units, so that a frame's origin has few digits. */
function originOf(world: readonly (readonly number[])[]): [number, number, number] {
  const axis = (index: number) =>
    Math.round(median(world.map((point) => point[index]!).filter(Number.isFinite)));
  return [axis(0), axis(1), axis(2)];
}

/** A place in the middle of a control file's points, in its system; none without points. */
const middleOf = ({ points }: ControlFile): [number, number] | undefined =>
  points.length === 0
    ? undefined
    : [median(points.map((point) => point.x)), median(points.map((point) => point.y))];

function controlWorld(file: ControlFile | undefined, from: CrsReport | undefined, to: CrsReport): number[][] {
  if (!file || !from?.definition || !to.definition) return [];
  const isSame = from === to || from.epsg === null || !isTiedToEarth(to);
  const transform = isSame ? null : createTransform(from.definition, to.definition, middleOf(file));
  return file.points.map(({ x, y, z }) => {
    const [wx = x, wy = y] = transform?.point([x, y]) ?? [x, y];
    return [wx, wy, z ?? Number.NaN];
  });
}

/** Refuses control that is far from every photo, with the common mistake that would explain it. */
function requireNear(
  { points, name: file }: ControlFile,
  crs: CrsReport,
  geographic: CrsReport,
  photos: readonly PhotoPosition[],
): void {
  if (photos.length === 0 || points.length === 0 || !isTiedToEarth(crs)) return;
  const placeAt = placesIn(crs, geographic);
  const distanceTo = (x: number, y: number): number => {
    const place = placeAt(x, y);
    if (!place) return Number.POSITIVE_INFINITY;
    return photos.reduce(
      (least, photo) => Math.min(least, distanceM(place, photo)),
      Number.POSITIVE_INFINITY,
    );
  };
  const least = points.reduce((best, { x, y }) => Math.min(best, distanceTo(x, y)), Number.POSITIVE_INFINITY);
  if (least <= nearM) return;
  const name = crs.name ?? '?';
  const slip = findPlanSlip(points, distanceTo, nearM);
  if (slip?.kind === 'swapped') throw new AppError('photo.control-swapped', { file });
  if (slip)
    throw new AppError('photo.control-units', { file, name, factor: Number(slip.factor.toPrecision(7)) });
  const distance = Number.isFinite(least) ? Math.round(least / 1000) : '∞';
  throw new AppError('control.far', { file, name, distance });
}

/**
 * Chooses the system of the products: the person's, else the control's, else the UTM zone of the photos with
 * ellipsoidal heights, else a local frame. Transforms the photos' positions (WGS 84) to it. Errors:
 * `photo.system-not-flat`, those of `requireNear`, those of reading systems.
 */
export async function chooseSystem(
  stated: CrsDeclaration | null,
  control: readonly ControlFile[],
  photos: readonly PhotoInfo[],
): Promise<ProjectSystem> {
  const known = photos.flatMap(({ position }) => (position ? [position] : []));
  const centre = known.length > 0 ? centreOf(known) : null;
  const hasPlace = centre !== null || control.length > 0;
  const fromUser = stated && hasPlace ? await readStated(stated) : null;
  const controlCrs: CrsReport[] = [];
  const geographic = await system('EPSG:4326');
  for (const file of control) {
    const own = await readControlSystem(file, fromUser, centre);
    requireNear(file, own, geographic, known);
    controlCrs.push(own);
  }

  const [first] = control;
  const hasHeights = known.some(({ altitude }) => altitude !== null);
  const fromControl = !fromUser && first && controlCrs[0] ? await flatSystemOf(controlCrs[0], first) : null;
  const fromGps = !fromUser && !fromControl && centre ? await utmSystem(centre, hasHeights) : null;
  const crs = fromUser ?? fromControl ?? fromGps ?? (await system(localWkt));
  const source: SystemSource = fromUser ? 'user' : fromControl ? 'control' : fromGps ? 'gps' : 'none';

  const arePositionsTied = isTiedToEarth(crs) && centre !== null;
  const own = arePositionsTied || !centre ? crs : await utmSystem(centre);
  const satellites = centre && fromSatellites(own, geographic, centre);
  const world = satellites ? worldPositions(photos, own, satellites.transform) : photos.map(() => null);
  const places = world.flatMap((place) => (place ? [place] : []));
  const controls = controlWorld(first, controlCrs[0], crs);
  const frame = createLocalFrame(
    source === 'none' ? null : crs.definition,
    source === 'none' ? [0, 0, 0] : originOf(arePositionsTied ? places : controls),
  );
  const ownFrame =
    arePositionsTied || places.length === 0 ? frame : createLocalFrame(own.definition, originOf(places));
  const warnings: ErrorRecord[] = [
    ...(source === 'gps'
      ? [
          {
            code: hasHeights ? 'photo.system-from-gps' : 'photo.system-plan-from-gps',
            params: { name: crs.name ?? '?' },
          } as const,
        ]
      : []),
    ...(source === 'none' ? [{ code: 'photo.system-none', params: {} } as const] : []),
    ...(satellites?.warning ? [satellites.warning] : []),
    ...[...(fromUser ? [fromUser] : []), ...controlCrs].flatMap(({ conflicts }) => conflicts),
  ];
  return {
    source,
    crs,
    frame,
    controlCrs,
    positions: world.map((place, index) => {
      const { position } = photos[index]!;
      if (!place || !position) return null;
      const hasHeight = position.altitude !== null;
      return { xyz: ownFrame.toLocal(place), sigma: sigmaOf(position), hasHeight };
    }),
    arePositionsTied,
    warnings,
  };
}

/**
 * The system of products whose origin, orientation and scale are arbitrary; it cannot be mistaken for one of the
 * earth.
 */
export async function withoutPlace(chosen: ProjectSystem): Promise<ProjectSystem> {
  const crs = await system(localWkt);
  return {
    ...chosen,
    source: 'none',
    crs,
    frame: createLocalFrame(null, [0, 0, 0]),
    arePositionsTied: false,
  };
}

import { type XmpValues, xmpNumber, xmpNumbers } from './read-xmp.ts';

/** How a receiver on board found its place. */
export type DroneFix = 'fixed' | 'float' | 'single' | 'none';

/** What makers write into XMP beyond EXIF; null where absent. */
export interface DroneXmp {
  readonly make: string | null;
  readonly model: string | null;
  /** Camera's attitude, degrees: yaw from north, pitch −90 straight down, roll about the view. */
  readonly attitude: { readonly yaw: number; readonly pitch: number; readonly roll: number } | null;
  /** Degrees and metres with sign. */
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly altitude: number | null;
  readonly relativeAltitudeM: number | null;
  /** What the absolute height was measured by, as the maker calls it: `RtkAlt`, `GpsFusionAlt`. */
  readonly heightType: string | null;
  /** Spectral band other than visible colour: its name, `infrared` of thermal cameras; null for colour photos. */
  readonly band: string | null;
  readonly fix: DroneFix | null;
  /** Standard deviations east, north, up, metres. */
  readonly sigmaM: readonly [number, number | null, number | null] | null;
  /** Focal length in pixels from the maker's calibration. */
  readonly focalPx: number | null;
  /** Focal length in millimetres from the maker's calibration. */
  readonly focalMm: number | null;
  /** Principal point the calibration names, pixels of the image it was made for. */
  readonly centrePx: readonly [number, number] | null;
  /** Principal point in millimetres from the corner of the first pixel. */
  readonly centreMm: readonly [number, number] | null;
  readonly isFisheye: boolean;
}

/** DJI's RTK status: 50 fixed, 34 float, 16 single, 0 none. */
function djiFix(values: XmpValues): DroneFix | null {
  const flag = xmpNumber(values, 'drone-dji:RtkFlag');
  if (flag === null) return null;
  if (flag >= 50) return 'fixed';
  if (flag >= 32) return 'float';
  return flag > 0 ? 'single' : 'none';
}

function triple(values: XmpValues, yaw: string, pitch: string, roll: string): DroneXmp['attitude'] {
  const y = xmpNumber(values, yaw);
  const p = xmpNumber(values, pitch);
  if (y === null || p === null) return null;
  return { yaw: y, pitch: p, roll: xmpNumber(values, roll) ?? 0 };
}

/** Makers that count pitch from the horizon: DJI and those who follow it, Parrot, Skydio (north-east-down). */
function horizonAttitude(values: XmpValues): DroneXmp['attitude'] {
  for (const space of ['drone-dji', 'drone', 'drone-autel', 'Autel']) {
    const gimbal = triple(
      values,
      `${space}:GimbalYawDegree`,
      `${space}:GimbalPitchDegree`,
      `${space}:GimbalRollDegree`,
    );
    if (gimbal) return gimbal;
  }
  const skydio = 'drone-skydio:CameraOrientationNED';
  return (
    triple(
      values,
      'drone-parrot:CameraYawDegree',
      'drone-parrot:CameraPitchDegree',
      'drone-parrot:CameraRollDegree',
    ) ?? triple(values, `${skydio}/Yaw`, `${skydio}/Pitch`, `${skydio}/Roll`)
  );
}

/**
 * Pix4D's namespace, used by senseFly, Parrot, MicaSense, older Autel: pitch 0 looks straight down, 90 to the
 * horizon. A pitch below −45 cannot be meant so (the camera would look behind itself); it is counted from the
 * horizon. senseFly's roll has the other sign.
 */
function nadirAttitude(values: XmpValues, make: string): DroneXmp['attitude'] {
  const found = triple(values, 'Camera:Yaw', 'Camera:Pitch', 'Camera:Roll');
  if (!found) return null;
  if (found.pitch < -45) return found;
  return {
    yaw: found.yaw,
    pitch: found.pitch - 90,
    roll: /sensefly/i.test(make) ? -found.roll : found.roll,
  };
}

function sensible(value: number | null, limit: number): number | null {
  return value !== null && value > 0 && value < limit ? value : null;
}

function readSigma(values: XmpValues): DroneXmp['sigmaM'] {
  const east = sensible(xmpNumber(values, 'drone-dji:RtkStdLon'), 100);
  const north = sensible(xmpNumber(values, 'drone-dji:RtkStdLat'), 100);
  const up = sensible(xmpNumber(values, 'drone-dji:RtkStdHgt'), 100);
  if (east !== null) return [east, north, up];
  const across = sensible(xmpNumber(values, 'Camera:GPSXYAccuracy'), 100);
  return across === null ? null : [across, across, sensible(xmpNumber(values, 'Camera:GPSZAccuracy'), 100)];
}

/** `2018-09-04;3678.97,3672.86,10.1,27.5,-0.26,…`: fx, fy and the principal point's offset from the centre. */
function dewarpFocal(values: XmpValues): number | null {
  const numbers = values.get('drone-dji:DewarpData')?.split(';').at(-1)?.split(',').map(Number) ?? [];
  const [fx, fy] = numbers;
  return fx !== undefined && fy !== undefined && fx > 0 && fy > 0 ? (fx + fy) / 2 : null;
}

/** Lens calibration of Pix4D's namespace: millimetres, unless the units say pixels (newer MicaSense). */
function perspectiveFocal(values: XmpValues): { readonly mm: number | null; readonly px: number | null } {
  const focal = xmpNumber(values, 'Camera:PerspectiveFocalLength');
  const isPixels = /^(?:px|pixels?)$/i.test(values.get('Camera:PerspectiveFocalLengthUnits')?.trim() ?? '');
  return isPixels ? { mm: null, px: sensible(focal, 1e6) } : { mm: sensible(focal, 2000), px: null };
}

function bandOf(values: XmpValues): string | null {
  if (/infrared|thermal/i.test(values.get('drone-dji:ImageSource') ?? '')) return 'infrared';
  const name = values.get('Camera:BandName') ?? values.get('drone-dji:BandName');
  return name?.trim() && !/^(?:rgb|visible)$|,/i.test(name.trim()) ? name.trim() : null;
}

function pairOf(x: number | null, y: number | null): readonly [number, number] | null {
  return x !== null && y !== null && x > 0 && y > 0 ? [x, y] : null;
}

function textOf(values: XmpValues, key: string): string | null {
  return values.get(key)?.trim() || null;
}

/**
 * Reads the metadata that drones add. Names as documented by DJI, Parrot, Skydio and Pix4D ("Specifications of XMP
 * camera tags"); angles are brought to one convention.
 * @param exifMake make from EXIF, for what depends on the maker
 */
export function readDroneXmp(values: XmpValues, exifMake: string | null): DroneXmp {
  const make = textOf(values, 'tiff:Make');
  const focal = 'drone-skydio:CalibratedFocalLength';
  const centre = 'drone-skydio:CalibratedOpticalCenter';
  const principal = xmpNumbers(values, 'Camera:PrincipalPoint');
  const perspective = perspectiveFocal(values);
  return {
    make,
    model: textOf(values, 'tiff:Model'),
    attitude: horizonAttitude(values) ?? nadirAttitude(values, exifMake ?? make ?? ''),
    latitude: xmpNumber(values, 'drone-dji:GpsLatitude', 'drone-dji:Latitude'),
    longitude: xmpNumber(values, 'drone-dji:GpsLongitude', 'drone-dji:GpsLongtitude', 'drone-dji:Longitude'),
    altitude: xmpNumber(values, 'drone-dji:AbsoluteAltitude', 'drone-skydio:AbsoluteAltitude'),
    relativeAltitudeM: xmpNumber(
      values,
      'drone-dji:RelativeAltitude',
      'drone:RelativeAltitude',
      'drone-autel:RelativeAltitude',
      'drone-skydio:RelativeAltitude',
      'Camera:AboveGroundAltitude',
    ),
    heightType: textOf(values, 'drone-dji:AltitudeType'),
    band: bandOf(values),
    fix: djiFix(values),
    sigmaM: readSigma(values),
    focalPx:
      dewarpFocal(values) ??
      sensible(xmpNumber(values, 'drone-dji:CalibratedFocalLength', `${focal}/X`, focal), 1e6) ??
      perspective.px,
    focalMm: perspective.mm,
    centrePx: pairOf(
      xmpNumber(values, 'drone-dji:CalibratedOpticalCenterX', `${centre}/X`),
      xmpNumber(values, 'drone-dji:CalibratedOpticalCenterY', `${centre}/Y`),
    ),
    centreMm: principal?.length === 2 ? pairOf(principal[0]!, principal[1]!) : null,
    isFisheye: /fisheye/i.test(values.get('Camera:ModelType') ?? ''),
  };
}

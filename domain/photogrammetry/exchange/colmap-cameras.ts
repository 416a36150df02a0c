import { AppError, type ErrorRecord } from '../../errors/app-error.ts';
import { type Camera, simpleCamera } from '../model/camera.ts';
import { brokenRow, indexOf, linesOf, numberOf, type Place, type TextPieces, wordsOf } from './text-lines.ts';

type Parameter = 'fx' | 'fy' | 'focal' | 'cx' | 'cy' | 'k1' | 'k2' | 'k3' | 'p1' | 'p2' | 'k4' | 'k5' | 'k6';

interface Model {
  readonly isFisheye: boolean;
  readonly parameters: readonly Parameter[];
}

const twoFocals = ['fx', 'fy', 'cx', 'cy'] as const;

/** Camera models of COLMAP (its `models.h`) that ours can represent, with their parameters in order. */
const models: Readonly<Record<string, Model>> = {
  SIMPLE_PINHOLE: { isFisheye: false, parameters: ['focal', 'cx', 'cy'] },
  PINHOLE: { isFisheye: false, parameters: twoFocals },
  SIMPLE_RADIAL: { isFisheye: false, parameters: ['focal', 'cx', 'cy', 'k1'] },
  RADIAL: { isFisheye: false, parameters: ['focal', 'cx', 'cy', 'k1', 'k2'] },
  OPENCV: { isFisheye: false, parameters: [...twoFocals, 'k1', 'k2', 'p1', 'p2'] },
  FULL_OPENCV: {
    isFisheye: false,
    parameters: [...twoFocals, 'k1', 'k2', 'p1', 'p2', 'k3', 'k4', 'k5', 'k6'],
  },
  SIMPLE_RADIAL_FISHEYE: { isFisheye: true, parameters: ['focal', 'cx', 'cy', 'k1'] },
  RADIAL_FISHEYE: { isFisheye: true, parameters: ['focal', 'cx', 'cy', 'k1', 'k2'] },
  OPENCV_FISHEYE: { isFisheye: true, parameters: [...twoFocals, 'k1', 'k2', 'k3', 'k4'] },
};

/** Two focal lengths further apart than this are not one camera of square pixels, share. */
const focalShare = 0.005;
/** Terms that our model lacks may be worth this much at the corner of the image, pixels. */
const unmodelledPx = 0.1;

export interface ColmapCameras {
  readonly cameras: readonly Camera[];
  /** Index of each camera by its CAMERA_ID. */
  readonly index: ReadonlyMap<number, number>;
  readonly warnings: readonly ErrorRecord[];
}

type Values = Partial<Record<Parameter, number>>;

/** One focal length of two: their geometric mean, with a word where they differ at all. */
function focalOf(values: Values, place: Place, warnings: ErrorRecord[]): number {
  const { fx, fy, focal } = values;
  if (focal !== undefined) return focal;
  const [x, y] = [fx!, fy!];
  const share = Math.abs(x / y - 1);
  const params = { ...place, fx: x, fy: y, percent: Number((100 * share).toFixed(2)) };
  if (!(share <= focalShare)) throw new AppError('exchange.focals-differ', params);
  const mean = Math.sqrt(x * y);
  if (share > 1e-9) warnings.push({ code: 'exchange.focals-joined', params: { ...params, focal: mean } });
  return mean;
}

/** Refuses terms that our models do not have where they matter. */
function checkTerms(camera: Camera, values: Values, place: Place, model: string): void {
  const extra = Math.hypot(values.k4 ?? 0, values.k5 ?? 0, values.k6 ?? 0);
  if (extra === 0) return;
  const radius = Math.hypot(camera.width, camera.height) / 2 / camera.focal;
  const worth = camera.focal * extra * (camera.model === 'fisheye' ? radius ** 9 : radius ** 3);
  if (worth > unmodelledPx) throw new AppError('exchange.camera-unsupported', { ...place, model });
}

function readCamera(words: readonly string[], place: Place, warnings: ErrorRecord[]): Camera {
  const name = words[1] ?? '';
  const model = models[name];
  if (!model) throw new AppError('exchange.camera-unsupported', { ...place, model: name.slice(0, 40) });
  const width = indexOf(words[2], 'WIDTH', place);
  const height = indexOf(words[3], 'HEIGHT', place);
  if (width === 0 || height === 0) throw brokenRow(place, 'WIDTH, HEIGHT', `${width} ${height}`);
  if (words.length !== 4 + model.parameters.length) {
    throw brokenRow(place, 'PARAMS', `${words.length - 4}`);
  }
  const values: Values = {};
  for (const [index, parameter] of model.parameters.entries()) {
    values[parameter] = numberOf(words[4 + index], parameter, place);
  }
  const focal = focalOf(values, place, warnings);
  if (!(focal > 0)) throw brokenRow(place, 'focal', String(focal));
  const { cx = width / 2, cy = height / 2, k1 = 0, k2 = 0, k3 = 0, p1 = 0, p2 = 0 } = values;
  const camera: Camera = {
    ...simpleCamera(width, height, focal),
    model: model.isFisheye ? 'fisheye' : 'perspective',
    cx,
    cy,
    k1,
    k2,
    k3,
    p1,
    p2,
  };
  checkTerms(camera, values, place, name);
  return camera;
}

/**
 * Reads COLMAP's cameras.txt. Its pixel frame is ours (corner of the first pixel at the origin). Two focal lengths
 * within 0.5 % become their geometric mean with the warning `exchange.focals-joined`; beyond that they are refused.
 * Errors: `exchange.row-broken`, `exchange.camera-unsupported`, `exchange.focals-differ`.
 */
export function readColmapCameras(text: TextPieces, file: string): ColmapCameras {
  const cameras: Camera[] = [];
  const index = new Map<number, number>();
  const warnings: ErrorRecord[] = [];
  let row = 0;
  for (const line of linesOf(text)) {
    row++;
    const words = wordsOf(line);
    if (words.length === 0 || words[0]!.startsWith('#')) continue;
    const place = { file, row };
    const id = indexOf(words[0], 'CAMERA_ID', place);
    if (index.has(id)) throw brokenRow(place, 'CAMERA_ID', words[0]);
    index.set(id, cameras.length);
    cameras.push(readCamera(words, place, warnings));
  }
  return { cameras, index, warnings };
}

/** The simplest of COLMAP's models that holds a camera without loss. */
function modelOf(camera: Camera): string {
  const { model, k2, k3, p1, p2 } = camera;
  if (model === 'fisheye') return 'OPENCV_FISHEYE';
  if (k3 !== 0) return 'FULL_OPENCV';
  if (p1 !== 0 || p2 !== 0) return 'OPENCV';
  if (k2 !== 0) return 'RADIAL';
  return camera.k1 !== 0 ? 'SIMPLE_RADIAL' : 'SIMPLE_PINHOLE';
}

/** Lines of cameras.txt; the index plus one is the CAMERA_ID. */
export function* colmapCameraLines(cameras: readonly Camera[]): Generator<string> {
  yield '# Camera list with one line of data per camera:';
  yield '#   CAMERA_ID, MODEL, WIDTH, HEIGHT, PARAMS[]';
  yield `# Number of cameras: ${cameras.length}`;
  for (const [index, camera] of cameras.entries()) {
    const model = modelOf(camera);
    const values: Values = { ...camera, fx: camera.focal, fy: camera.focal };
    const parameters = models[model]!.parameters.map((name) => values[name] ?? 0);
    yield [index + 1, model, camera.width, camera.height, ...parameters].join(' ');
  }
}

import type { CameraState } from '../view/camera.ts';
import {
  hasTwoPanes,
  type PaneProducts,
  paneIds,
  type SecondPane,
  type ViewMode,
  viewModes,
} from '../view/view-mode.ts';
import type { SavedView } from './document.ts';
import type { SavedData } from './migrations.ts';
import { badRecord, numberOf } from './parse/records.ts';

/** A view as it is saved: the first pane's camera spread over it, as in views saved before there were panes. */
export function serialiseView({ id, name, mode, camera, second, rank }: SavedView) {
  const other = second && { second: serialiseSecond(second) };
  return { id, name, ...serialiseCamera(camera), viewMode: mode, ...other, rank };
}

function serialiseSecond({ camera, isLocked, products }: SecondPane) {
  const shown = products && { products: { first: [...products.first], second: [...products.second] } };
  return { ...serialiseCamera(camera), isLocked, ...shown };
}

function serialiseCamera({ mode, target, distance, yawRad, pitchRad, isParallel }: CameraState) {
  const projection = isParallel ? { isParallel } : {};
  return { mode, target: [...target], distance, yawRad, pitchRad, ...projection };
}

function flagOf(value: SavedData, field: string, place: string): boolean {
  const found = value[field] ?? false;
  if (typeof found !== 'boolean') throw badRecord(place, 'field-is-neither-true-nor-false', { field });
  return found;
}

function parseCamera(value: SavedData, place: string): CameraState {
  const { mode, target } = value;
  if (mode !== '2d' && mode !== '3d')
    throw badRecord(place, 'value-is-not-known', { field: 'mode', value: String(mode) });
  if (!Array.isArray(target) || target.length !== 3 || !target.every(Number.isFinite)) {
    throw badRecord(place, 'target-is-not-three-numbers');
  }
  const distance = numberOf(value, 'distance', place);
  if (distance <= 0) throw badRecord(place, 'distance-is-not-above-0');
  const [x, y, z] = target as [number, number, number];
  return {
    mode,
    target: [x, y, z],
    distance,
    yawRad: numberOf(value, 'yawRad', place),
    pitchRad: numberOf(value, 'pitchRad', place),
    isParallel: flagOf(value, 'isParallel', place),
  };
}

function parseSecond(value: unknown, place: string): SecondPane {
  if (typeof value !== 'object' || value === null) throw badRecord(place, 'second-is-missing');
  const data = value as SavedData;
  const products = parseProducts(data['products'], place);
  return {
    camera: parseCamera(data, place),
    isLocked: flagOf(data, 'isLocked', place),
    ...(products ? { products } : {}),
  };
}

function parseProducts(value: unknown, place: string): PaneProducts | null {
  if (value === undefined) return null;
  if (typeof value !== 'object' || value === null) throw badRecord(place, 'products-are-no-lists');
  const [first, second] = paneIds.map((pane) => {
    const ids: unknown = (value as SavedData)[pane];
    if (!Array.isArray(ids) || !ids.every((id) => typeof id === 'string')) {
      throw badRecord(place, 'products-of-a-pane-are-no-list', { pane });
    }
    return ids;
  });
  return { first: first!, second: second! };
}

/**
 * What a saved view looks at.
 * @throws drawing.bad-record
 */
export function parseViewState(
  value: SavedData,
  place: string,
): Pick<SavedView, 'mode' | 'camera' | 'second'> {
  const camera = parseCamera(value, place);
  const { viewMode = camera.mode } = value;
  if (!viewModes.includes(viewMode as ViewMode)) {
    throw badRecord(place, 'value-is-not-known', { field: 'viewMode', value: String(viewMode) });
  }
  const mode = viewMode as ViewMode;
  return { mode, camera, second: hasTwoPanes(mode) ? parseSecond(value['second'], place) : null };
}

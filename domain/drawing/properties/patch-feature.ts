import { AppError } from '../../errors/app-error.ts';
import type { AttributeValue, DrawingFeature, ElevationMode, FeatureLook } from '../feature.ts';

/** What may be changed of features at once; what is left out stays. */
export interface FeaturePatch {
  readonly name?: string;
  readonly code?: string;
  readonly layerId?: string;
  /** Null takes the layer's. */
  readonly look?: { readonly [K in keyof FeatureLook]?: FeatureLook[K] | null };
  /** Null: its own elevations. */
  readonly elevation?: ElevationMode | null;
  /** Sets attributes by name, those that there are and new ones behind them. */
  readonly attributes?: Readonly<Record<string, AttributeValue>>;
  readonly withoutAttributes?: readonly string[];
}

/** The look that only points have. */
const symbolLook = [
  'symbol',
  'symbolSize',
  'symbolRotation',
] as const satisfies readonly (keyof FeatureLook)[];

/**
 * A feature with some of its properties changed.
 * @throws drawing.symbol-unfit where another kind than a point would have a symbol; drawing.attribute-unnamed,
 * drawing.surface-unnamed
 */
export function patchFeature(before: DrawingFeature, patch: FeaturePatch): DrawingFeature {
  const { name = before.name, code = before.code, layerId = before.layerId } = patch;
  const { look: _, elevation: __, attributes: ___, ...bare } = before;
  const look = patchedLook(before, patch.look ?? {});
  const elevation = patch.elevation === undefined ? before.elevation : (patch.elevation ?? undefined);
  if (elevation && elevation.mode !== 'none' && elevation.surface === '') {
    throw new AppError('drawing.surface-unnamed');
  }
  const attributes = patchedAttributes(before, patch);
  return {
    ...bare,
    name,
    code,
    layerId,
    ...(Object.keys(look).length > 0 ? { look } : {}),
    ...(elevation ? { elevation } : {}),
    ...(Object.keys(attributes).length > 0 ? { attributes } : {}),
  };
}

function patchedLook(
  { kind, look = {} }: DrawingFeature,
  patch: NonNullable<FeaturePatch['look']>,
): FeatureLook {
  const set = symbolLook.find((key) => patch[key] !== undefined && patch[key] !== null);
  if (set !== undefined && kind !== 'point') throw new AppError('drawing.symbol-unfit', { kind });
  const entries = Object.entries({ ...look, ...patch }).filter(
    ([, value]) => value !== null && value !== undefined,
  );
  return Object.fromEntries(entries);
}

function patchedAttributes(
  { attributes = {} }: DrawingFeature,
  { attributes: set = {}, withoutAttributes = [] }: FeaturePatch,
): Readonly<Record<string, AttributeValue>> {
  if (Object.keys(set).some((name) => name.trim() === '')) throw new AppError('drawing.attribute-unnamed');
  const gone = new Set([...withoutAttributes, '__proto__']);
  const merged = new Map([...Object.entries(attributes), ...Object.entries(set)]);
  return Object.fromEntries([...merged].filter(([name]) => !gone.has(name)));
}

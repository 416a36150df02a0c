import { traceBetween } from '#domain/drawing/construct/trace.ts';
import { featurePaths } from '#domain/drawing/feature-path.ts';
import { AppError } from '#domain/errors/app-error.ts';
import type { Path } from '#domain/geometry/path/path.ts';
import { tangentBulge } from '#domain/geometry/path/tangent.ts';
import { hasSegmentModes } from './draft-plans.ts';
import type { DocumentState, Draft, SegmentMode } from './state.ts';

/** How far a place may be from a drawn line that is followed, horizontal unit: snapped arcs are chains of chords. */
const traceTolerance = 0.01;

/**
 * A draft with one more place, reached as the segment mode says.
 * @throws drawing.nothing-to-trace
 */
export function continuedDraft(
  draft: Draft | null,
  tool: Draft['tool'],
  place: readonly number[],
  mode: SegmentMode,
  features: DocumentState['features'],
): Draft {
  const before = draft?.coordinates ?? [];
  const straight = { tool, coordinates: [...before, ...place] };
  const bulges = draft?.bulges ?? before.filter((_, i) => i % 3 === 0).map(() => 0);
  if (!hasSegmentModes(tool) || before.length === 0) {
    return draft?.bulges ? { ...straight, bulges: [...bulges, 0] } : straight;
  }
  if (mode === 'trace') return traced(tool, before, bulges, place, features);
  const path: Path = { coordinates: before, bulges, isClosed: false };
  const bulge = mode === 'arc' ? tangentBulge(path, place[0]!, place[1]!) : 0;
  return { ...straight, bulges: [...bulges.slice(0, -1), bulge, 0] };
}

function traced(
  tool: Draft['tool'],
  before: readonly number[],
  bulges: readonly number[],
  place: readonly number[],
  features: DocumentState['features'],
): Draft {
  const from = before.slice(-3);
  for (const feature of Object.values(features)) {
    for (const path of featurePaths(feature)) {
      const part = traceBetween(path, from, place, traceTolerance);
      if (part === null) continue;
      return {
        tool,
        coordinates: [...before, ...part.coordinates.slice(3)],
        bulges: [...bulges.slice(0, -1), ...part.bulges],
      };
    }
  }
  throw new AppError('drawing.nothing-to-trace');
}

import { useSnapshot } from 'valtio';
import type { Editor } from '#core/editor.ts';
import { maxOf, minOf } from '#domain/math/extremes.ts';
import { joinQuantiles } from '#domain/view/histogram.ts';
import type { DisplaySettings } from '#viewport/display.ts';

/** Changes the display settings. */
export type SetDisplay = (patch: Partial<DisplaySettings>) => void;

/** Props of parts of the display panel. */
export interface PartProps {
  editor: Editor;
  set: SetDisplay;
}

/** Low and high end of values. */
export type ValueRange = readonly [low: number, high: number];

/** Ranges over all loaded data; null where none has them. */
export function useLoaded(editor: Editor) {
  const { summaries } = useSnapshot(editor.views.status);
  const all = Object.values(summaries);
  const join = (key: 'elevationRange' | 'intensityRange' | 'timeRange'): ValueRange | null => {
    const ranges = all.flatMap((summary) => summary[key] ?? []);
    if (ranges.length === 0) return null;
    return [minOf(ranges), maxOf(ranges)];
  };
  const spread = (key: 'elevations' | 'intensities') =>
    joinQuantiles(all.flatMap((summary) => (summary[key] ? [summary[key]] : [])));
  return {
    elevations: spread('elevations'),
    intensities: spread('intensities'),
    elevationRange: join('elevationRange'),
    intensityRange: join('intensityRange'),
    timeRange: join('timeRange'),
    hasRgb: all.some((summary) => summary.hasRgb),
    classes: [...new Set(all.flatMap((summary) => [...summary.classes]))].sort((a, b) => a - b),
  };
}

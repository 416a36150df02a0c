import { useEffect, useRef } from 'react';
import { clamp } from '#domain/math/clamp.ts';
import { useText } from '#i18n/use-text.ts';
import { Quantity } from '#ui/Quantity.tsx';
import { type ProcessReport, unitSymbol } from '../report/process-report.ts';

/** Colours from few to many points, sRGB; dark to light so that they also read without colour. */
const ramp = [
  [20, 42, 66],
  [18, 92, 120],
  [36, 147, 140],
  [142, 196, 108],
  [250, 232, 130],
] as const;

function colourAt(fraction: number): readonly [number, number, number] {
  const at = clamp(fraction, 0, 0.9999) * (ramp.length - 1);
  const low = ramp[Math.floor(at)] ?? ramp[0];
  const high = ramp[Math.floor(at) + 1] ?? low;
  const mix = (index: 0 | 1 | 2) => low[index] + (high[index] - low[index]) * (at - Math.floor(at));
  return [mix(0), mix(1), mix(2)];
}

/** The 98th percentile of the cells that hold points: a few crowded cells must not darken all others. */
function upperCount(counts: readonly number[]): number {
  const held = counts.filter((count) => count > 0).sort((a, b) => a - b);
  return held[Math.floor(0.98 * (held.length - 1))] ?? 1;
}

function paint(
  canvas: HTMLCanvasElement,
  { width, height, counts }: ProcessReport['density'],
  upper: number,
) {
  const context = canvas.getContext('2d');
  if (context === null) return;
  const image = context.createImageData(width, height);
  counts.forEach((count, cell) => {
    if (count === 0) return;
    image.data.set([...colourAt(count / upper), 255], cell * 4);
  });
  context.putImageData(image, 0, 0);
}

/** Density map of points in plan, with a legend in points per square unit. */
export function DensityMap({ report }: { report: ProcessReport }) {
  const { t, format } = useText();
  const canvas = useRef<HTMLCanvasElement>(null);
  const { density } = report;
  const upper = upperCount(density.counts);
  useEffect(() => {
    if (canvas.current !== null) paint(canvas.current, density, upper);
  }, [density, upper]);
  const max = upper / density.cell ** 2;
  const unit = t('density.unit', { unit: unitSymbol(report.crs.horizontalUnit) });
  const gradient = ramp.map((colour) => `rgb(${colour.join(' ')})`).join(', ');
  return (
    <figure className="relative flex size-full flex-col">
      <canvas
        ref={canvas}
        width={density.width}
        height={density.height}
        role="img"
        aria-label={t('density.label')}
        className="min-h-0 w-full flex-1 object-contain [image-rendering:pixelated]"
      />
      <figcaption className="rounded-md bg-panel px-3 py-2 text-xs max-sm:rounded-none sm:absolute sm:bottom-2 sm:left-2">
        <span className="block text-ink-soft">{t('density.label')}</span>
        <span
          aria-hidden="true"
          className="my-1 block h-2 rounded-sm sm:w-40"
          style={{ background: `linear-gradient(90deg, ${gradient})` }}
        />
        <span className="flex justify-between">
          <span>0</span>
          <Quantity value={max} text={format.number(max, max < 10 ? 1 : 0)} unit={unit} />
        </span>
      </figcaption>
    </figure>
  );
}

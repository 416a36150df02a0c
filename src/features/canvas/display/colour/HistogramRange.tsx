import { type KeyboardEvent, type PointerEvent, type RefObject, useMemo, useRef } from 'react';
import { clamp } from '#domain/math/clamp.ts';
import { maxOf } from '#domain/math/extremes.ts';
import { histogramOf, type Quantiles, valueAtShare } from '#domain/view/histogram.ts';
import { useText } from '#i18n/use-text.ts';
import { Button } from '#ui/Button.tsx';
import { rampTexels } from '#viewport/ramps.ts';
import type { ValueRange } from '../loaded.ts';

const bins = 64;
/** Shares cut off at either end by the buttons. */
const cuts = [0, 0.01, 0.05] as const;

interface HistogramRangeProps {
  /** Kind of the values. */
  label: string;
  lowLabel: string;
  highLabel: string;
  quantiles: Quantiles;
  /** The current range. */
  range: ValueRange;
  /** Colours from the low end of the range to the high one. */
  stops: readonly string[];
  digits: number;
  onChange(range: ValueRange): void;
}

/** A histogram with the two ends of a range, draggable and movable by keys. */
export function HistogramRange(props: HistogramRangeProps) {
  const { label, lowLabel, highLabel, quantiles, range, stops, digits, onChange } = props;
  const { t, format } = useText();
  const frame = useRef<HTMLDivElement>(null);
  const shares = useMemo(() => histogramOf(quantiles, bins), [quantiles]);
  const [min, max] = [quantiles[0]!, quantiles.at(-1)!];
  const span = max - min;
  if (!(span > 0)) return null;
  const placeOf = (value: number) => clamp((value - min) / span, 0, 1);
  const [from, to] = [placeOf(range[0]), placeOf(range[1])];
  const round = (value: number) => Math.round(value * 10 ** digits) / 10 ** digits;
  const gap = span / 500;
  const move = (end: 0 | 1, value: number) =>
    onChange(
      end === 0
        ? [round(Math.min(value, range[1] - gap)), range[1]]
        : [range[0], round(Math.max(value, range[0] + gap))],
    );
  const handles = [
    { end: 0, name: lowLabel, place: from },
    { end: 1, name: highLabel, place: to },
  ] as const;
  return (
    <div className="pt-2 pb-1">
      <div ref={frame} className="relative mx-2 h-16">
        <Bars label={label} shares={shares} from={from} to={to} stops={stops} />
        {handles.map(({ end, name, place }) => (
          <Handle
            key={end}
            name={name}
            place={place}
            ends={[min, max]}
            value={range[end]}
            text={format.number(range[end], digits)}
            frame={frame}
            onMove={(value) => move(end, value)}
          />
        ))}
      </div>
      <div className="mt-2 flex flex-wrap gap-1">
        {cuts.map((cut) => (
          <Button
            key={cut}
            tone="quiet"
            onClick={() =>
              onChange([round(valueAtShare(quantiles, cut)), round(valueAtShare(quantiles, 1 - cut))])
            }
          >
            {cut === 0
              ? t('display.rangeAll')
              : t('display.rangeShare', { low: format.percent(cut), high: format.percent(1 - cut) })}
          </Button>
        ))}
      </div>
    </div>
  );
}

interface BarsProps {
  label: string;
  shares: readonly number[];
  /** Ends of the range, shares of the width. */
  from: number;
  to: number;
  stops: readonly string[];
}

/**
 * The histogram: in the colours of the ramp inside the range, pale outside. Bar heights are square roots, so that rare
 * values show.
 */
function Bars({ label, shares, from, to, stops }: BarsProps) {
  const highest = maxOf(shares);
  const texels = rampTexels(stops, bins);
  const bars = shares.map((share, i) => {
    const place = ((i + 0.5) / bins - from) / Math.max(to - from, 1e-6);
    const at = Math.round(clamp(place, 0, 1) * (bins - 1)) * 4;
    const isInside = place >= 0 && place <= 1;
    const colour = isInside ? `rgb(${texels[at]} ${texels[at + 1]} ${texels[at + 2]})` : undefined;
    return { x: i, height: Math.sqrt(share / highest) * 60, colour };
  });
  return (
    <svg
      viewBox="0 0 64 64"
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
      className="absolute inset-0 size-full border-line-strong border-b"
    >
      {bars.map(({ x, height, colour }) => (
        <rect
          key={x}
          x={x}
          y={64 - height}
          width={1.02}
          height={height}
          fill={colour}
          className={colour === undefined ? 'fill-line-strong' : undefined}
        />
      ))}
    </svg>
  );
}

interface HandleProps {
  name: string;
  /** Share of the width. */
  place: number;
  /** Values at the ends of the width. */
  ends: ValueRange;
  value: number;
  text: string;
  frame: RefObject<HTMLDivElement | null>;
  onMove(value: number): void;
}

/** An end of the range: a line with a knob below it. */
function Handle({ name, place, ends, value, text, frame, onMove }: HandleProps) {
  const [min, max] = ends;
  const step = (max - min) / 100;
  const drag = (event: PointerEvent) => {
    const box = frame.current?.getBoundingClientRect();
    if (!box || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const share = clamp((event.clientX - box.left) / box.width, 0, 1);
    onMove(min + share * (max - min));
  };
  const press = (event: KeyboardEvent) => {
    const values: Readonly<Record<string, number>> = {
      ArrowLeft: value - step,
      ArrowDown: value - step,
      ArrowRight: value + step,
      ArrowUp: value + step,
      PageDown: value - 10 * step,
      PageUp: value + 10 * step,
      Home: min,
      End: max,
    };
    const next = values[event.key];
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    onMove(next);
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={name}
      aria-valuemin={min}
      aria-valuemax={max}
      aria-valuenow={clamp(value, min, max)}
      aria-valuetext={text}
      title={text}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onKeyDown={press}
      style={{ left: `${place * 100}%` }}
      className="group -translate-x-1/2 absolute inset-y-0 w-6 cursor-ew-resize touch-none pointer-coarse:w-11"
    >
      <span className="absolute inset-y-0 left-1/2 w-px bg-ink" />
      <span className="-bottom-1.5 -translate-x-1/2 absolute left-1/2 size-3 rounded-full border-2 border-panel bg-ink group-hover:bg-accent" />
    </div>
  );
}

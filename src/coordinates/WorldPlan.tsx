import { useQuery } from '@tanstack/react-query';
import { Minus, Plus } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useId, useRef, useState } from 'react';
import type { GeographicBox } from '#domain/crs/area-of-use.ts';
import { useText } from '#i18n/use-text.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { formatPlace, type Place } from './place.ts';
import {
  graticuleStep,
  isInView,
  moved,
  type PlanView,
  placeAt,
  viewOf,
  wholeWorld,
  windowOf,
} from './plan-view.ts';

/** A pointer that moves further, in CSS pixels, drags the plan instead of choosing a place. */
const dragPx = 4;
/** Degrees across when a place is first shown. */
const closeSpan = 60;
/** An arrow key moves the place by this share of the view. */
const keyShare = 1 / 60;
const arrows: Readonly<Record<string, readonly [east: number, north: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};
/** What becomes of the degrees across. */
const scaleKeys: Readonly<Record<string, number>> = { '+': 1 / 2, '=': 1 / 2, '-': 2 };

interface WorldPlanProps {
  place: Place | null;
  /** Drawn as an outline. */
  area: GeographicBox | null;
  onPlace(place: Place): void;
}

/**
 * A plan of the world's lands that needs no network. A click chooses a place, dragging moves the plan; with the keys,
 * arrows move the place, plus and minus change the scale.
 */
export function WorldPlan({ place, area, onPlace }: WorldPlanProps) {
  const { t } = useText();
  const hintId = useId();
  const land = useQuery({
    queryKey: ['land'],
    queryFn: async () => (await import('./land.json')).default.path,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [view, setView] = useState<PlanView>(place === null ? wholeWorld : viewOf(place, closeSpan));
  const placeText = place === null ? '' : formatPlace(place);
  const [shown, setShown] = useState(placeText);
  if (shown !== placeText) {
    setShown(placeText);
    if (place !== null && !isInView(view, place)) setView(viewOf(place, view.span));
  }
  const zoom = (factor: number) => setView(viewOf(place ?? view.centre, view.span * factor));
  const pointer = usePlanPointer(view, setView, onPlace);

  const onKeyDown = (event: KeyboardEvent) => {
    const arrow = arrows[event.key];
    const scale = scaleKeys[event.key];
    if (arrow === undefined && scale === undefined) return;
    event.preventDefault();
    if (scale !== undefined) zoom(scale);
    if (arrow === undefined) return;
    const step = view.span * keyShare * (event.shiftKey ? 5 : 1);
    onPlace(moved(place ?? view.centre, arrow[0] * step, arrow[1] * step));
  };

  return (
    <div className="relative">
      <div
        role="application"
        aria-label={t('placeChoice.plan', { place: placeText || '–' })}
        aria-describedby={hintId}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the plan takes arrow keys, as an application does
        tabIndex={0}
        onKeyDown={onKeyDown}
        {...pointer}
        className="aspect-2/1 w-full cursor-crosshair touch-pan-y overflow-hidden rounded-md border border-line bg-well"
      >
        <svg aria-hidden="true" viewBox={windowOf(view).join(' ')} className="size-full">
          <Graticule view={view} />
          <path
            d={land.data ?? ''}
            transform="scale(0.1)"
            vectorEffect="non-scaling-stroke"
            strokeWidth="0.75"
            className="fill-ink-faint/25 stroke-ink-faint/60"
          />
          {area !== null && <Area box={area} />}
          {place !== null && <Mark place={place} span={view.span} />}
        </svg>
      </div>
      <div className="elevated absolute top-2 right-2 flex flex-col rounded-md">
        <IconButton
          label={t('placeChoice.closer')}
          icon={<Plus aria-hidden="true" className="size-4" />}
          onClick={() => zoom(1 / 2)}
        />
        <IconButton
          label={t('placeChoice.wider')}
          icon={<Minus aria-hidden="true" className="size-4" />}
          onClick={() => zoom(2)}
        />
      </div>
      <p id={hintId} className="mt-1 text-ink-faint text-sm">
        {t('placeChoice.planHint')}
      </p>
    </div>
  );
}

/** A press that stays chooses a place, one that moves drags the view. */
function usePlanPointer(view: PlanView, onView: (view: PlanView) => void, onPlace: (place: Place) => void) {
  const press = useRef<{ x: number; y: number; from: PlanView; isDrag: boolean } | null>(null);
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      press.current = { x: event.clientX, y: event.clientY, from: view, isDrag: false };
    },
    onPointerMove: ({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>) => {
      if (press.current === null) return;
      const { x, y, from } = press.current;
      const [right, down] = [clientX - x, clientY - y];
      press.current.isDrag ||= Math.hypot(right, down) > dragPx;
      if (!press.current.isDrag) return;
      const degrees = from.span / currentTarget.clientWidth;
      const { longitude, latitude } = from.centre;
      const centre = { longitude: longitude - right * degrees, latitude: latitude + down * degrees };
      onView(viewOf(centre, from.span));
    },
    onPointerUp: ({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>) => {
      const isClick = press.current !== null && !press.current.isDrag;
      press.current = null;
      if (!isClick) return;
      const { left, top, width, height } = currentTarget.getBoundingClientRect();
      onPlace(placeAt(view, (clientX - left) / width, (clientY - top) / height));
    },
    onPointerCancel: () => {
      press.current = null;
    },
  };
}

function Graticule({ view }: { view: PlanView }) {
  const step = graticuleStep(view.span);
  const lines = (reach: number) =>
    Array.from({ length: (2 * reach) / step + 1 }, (_, index) => index * step - reach);
  const path = [
    ...lines(180).map((longitude) => `M${longitude}-90V90`),
    ...lines(90).map((latitude) => `M-180 ${latitude}H180`),
  ].join('');
  return (
    <path d={path} vectorEffect="non-scaling-stroke" strokeWidth="0.5" className="stroke-line-strong/50" />
  );
}

/** An area of use; one that crosses the antimeridian is drawn as its two parts. */
function Area({ box: { west, east, south, north } }: { box: GeographicBox }) {
  const parts = east < west ? [[west, 180] as const, [-180, east] as const] : [[west, east] as const];
  return parts.map(([left, right]) => (
    <rect
      key={left}
      x={left}
      y={-north}
      width={right - left}
      height={north - south}
      vectorEffect="non-scaling-stroke"
      strokeWidth="1.5"
      className="fill-accent/15 stroke-accent"
    />
  ));
}

function Mark({ place: { longitude, latitude }, span }: { place: Place; span: number }) {
  const size = span / 50;
  return (
    <g className="fill-none stroke-accent" strokeWidth="2">
      <circle cx={longitude} cy={-latitude} r={size / 2} vectorEffect="non-scaling-stroke" />
      <path
        d={`M${longitude - size} ${-latitude}h${2 * size}M${longitude} ${-latitude - size}v${2 * size}`}
        vectorEffect="non-scaling-stroke"
      />
    </g>
  );
}

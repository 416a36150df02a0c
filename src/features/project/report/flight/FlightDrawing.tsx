import { maxOf } from '#domain/math/extremes.ts';
import { type LabelFrame, type PlacedLabel, placePlanLabels } from '#domain/view/plan-labels.ts';
import { useText } from '#i18n/use-text.ts';
import { cx } from '#ui/cx.ts';
import { PlanScale } from '#ui/PlanScale.tsx';
import { type Plan, scaleBar } from '#ui/plan.ts';
import type { Bundle, ControlPoint } from '../photo/photo-report.ts';
import type { FlightLayer } from './FlightLegend.tsx';
import { arrowPath } from './flight-plan.ts';

interface FlightDrawingProps {
  bundle: Bundle;
  plan: Plan;
  factor: number;
  shown: ReadonlySet<FlightLayer>;
  label: string;
}

/** The map itself: footprints below, then links, photos with their residual arrows, and surveyed points on top. */
export function FlightDrawing({ bundle, plan, factor, shown, label }: FlightDrawingProps) {
  const { t, format } = useText();
  const { metres } = scaleBar(plan);
  const lengthText = `${format.number(metres, metres < 1 ? 1 : 0)}\u00a0m`;
  const { gcps, checkpoints } = bundle.control;
  const points = [
    ...(shown.has('gcps') ? gcps.map((point) => ({ point, shape: 'triangle' as const })) : []),
    ...(shown.has('checkpoints') ? checkpoints.map((point) => ({ point, shape: 'square' as const })) : []),
  ];
  const signs = points.map(({ point, shape }): Sign => {
    const { label: name, status, position } = point;
    return { label: name, status, shape, at: plan.place(position[0], position[1]) };
  });
  const frame = { left: 2, top: 2, right: plan.width - 2, bottom: plan.height - 2 };
  const labels = placePlanLabels(signs, labelSizes, frame, furnitureOf(plan));
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${plan.width} ${plan.height}`} className="size-full">
      {shown.has('footprints') && <Footprints bundle={bundle} plan={plan} />}
      {shown.has('links') && <Links bundle={bundle} plan={plan} />}
      <Photos bundle={bundle} plan={plan} factor={shown.has('residuals') ? factor : 0} />
      {signs.map((sign, index) => (
        <Point key={`${sign.shape} ${sign.label}`} {...sign} placed={labels[index] ?? null} />
      ))}
      <PlanScale plan={plan} lengthText={lengthText} northText={t('flight.north')} />
    </svg>
  );
}

interface LayerProps {
  bundle: Bundle;
  plan: Plan;
}

function Footprints({ bundle, plan }: LayerProps) {
  const rings = bundle.footprints.map(({ photo, corners }) => ({
    photo,
    points: corners
      .map(([x, y]) =>
        plan
          .place(x, y)
          .map((value) => value.toFixed(1))
          .join(),
      )
      .join(' '),
  }));
  const opacity = Math.min(0.08, 1.2 / rings.length);
  return (
    <g className="fill-accent stroke-ink-faint" fillOpacity={opacity} strokeOpacity="0.35" strokeWidth="0.75">
      {rings.map(({ photo, points }) => (
        <polygon key={photo} points={points} />
      ))}
    </g>
  );
}

/** Photos with common tie points; line width grows with their number. */
function Links({ bundle, plan }: LayerProps) {
  const max = Math.max(maxOf(bundle.matchGraph.map(({ points }) => points)), 1);
  return (
    <g className="stroke-accent">
      {bundle.matchGraph.map(({ a, b, points }) => {
        const [one, other] = [bundle.photos[a], bundle.photos[b]];
        if (one === undefined || other === undefined) return null;
        const [x1, y1] = plan.place(one.centre[0], one.centre[1]);
        const [x2, y2] = plan.place(other.centre[0], other.centre[1]);
        const share = points / max;
        return (
          <line
            key={`${a}-${b}`}
            {...{ x1, y1, x2, y2 }}
            strokeWidth={0.5 + 2.5 * share}
            strokeOpacity={0.15 + 0.45 * share}
          />
        );
      })}
    </g>
  );
}

/** Adjusted positions, with arrows to the positions in the photos' metadata. `factor` 0: without arrows. */
function Photos({ bundle, plan, factor }: LayerProps & { factor: number }) {
  const { t, format } = useText();
  const by = factor * plan.scale;
  return (
    <g>
      {bundle.photos.map(({ name, centre, gpsResidual, observations, rmsPx }) => {
        const at = plan.place(centre[0], centre[1]);
        const arrow = gpsResidual ? arrowPath(at, [-gpsResidual[0] * by, gpsResidual[1] * by]) : '';
        const rms = format.number(rmsPx, 2);
        return (
          <g key={name}>
            <title>{t('flight.photo', { name, observations: format.number(observations), rms })}</title>
            {arrow !== '' && <path d={arrow} strokeWidth="1.25" className="fill-none stroke-ink" />}
            <circle cx={at[0]} cy={at[1]} r="3.5" strokeWidth="1.5" className="fill-accent stroke-panel" />
          </g>
        );
      })}
    </g>
  );
}

/** Sizes of labels, CSS pixels. */
const labelSizes = {
  widthOf: (label: string) => 7.5 * label.length,
  ascent: 11,
  descent: 3,
  sign: 6,
  gap: 3,
};

/** Area covered by the scale bar and the north arrow. */
function furnitureOf(plan: Plan): LabelFrame[] {
  const { width, height } = plan;
  return [
    { left: 0, right: Math.max(72, 20 + scaleBar(plan).px), top: height - 34, bottom: height },
    { left: width - 30, right: width, top: 0, bottom: 54 },
  ];
}

interface Sign extends Pick<ControlPoint, 'label' | 'status'> {
  readonly at: readonly [x: number, y: number];
  readonly shape: 'triangle' | 'square';
}

function Point({ label, status, at: [x, y], shape, placed }: Sign & { placed: PlacedLabel | null }) {
  const isOut = status === 'outlier';
  const colour = isOut ? 'stroke-bad' : 'stroke-ink';
  return (
    <g transform={`translate(${x.toFixed(1)} ${y.toFixed(1)})`} opacity={status === 'unused' ? 0.5 : 1}>
      <title>{label}</title>
      {placed?.leader && (
        <line x2={placed.leader[0]} y2={placed.leader[1]} strokeWidth="0.75" className={colour} />
      )}
      {shape === 'triangle' ? (
        <path
          d="M0 -6L6 4.5H-6Z"
          paintOrder="stroke"
          strokeWidth="3"
          className={cx('stroke-panel', isOut ? 'fill-bad' : 'fill-ink')}
        />
      ) : (
        <>
          <rect x="-4" y="-4" width="8" height="8" strokeWidth="4" className="fill-none stroke-panel" />
          <rect
            x="-4"
            y="-4"
            width="8"
            height="8"
            strokeWidth="1.75"
            className={cx('fill-panel/60', colour)}
          />
        </>
      )}
      {placed && (
        <text
          x={placed.x}
          y={placed.y}
          textAnchor={placed.anchor}
          fontSize={12}
          paintOrder="stroke"
          strokeWidth="3"
          className={cx('stroke-panel', isOut ? 'fill-bad font-semibold' : 'fill-ink')}
        >
          {label}
        </text>
      )}
    </g>
  );
}

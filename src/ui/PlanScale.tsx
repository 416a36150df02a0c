import { type Plan, scaleBar } from './plan.ts';

interface PlanScaleProps {
  plan: Plan;
  /** The length of the bar, in words. */
  lengthText: string;
  northText: string;
}

/** Scale bar and north arrow of a map; inside its `svg`. */
export function PlanScale({ plan, lengthText, northText }: PlanScaleProps) {
  const { px } = scaleBar(plan);
  const [x, y] = [12, plan.height - 12];
  const north = plan.width - 18;
  return (
    <g className="fill-ink-soft stroke-ink-soft text-xs">
      <path d={`M${x} ${y - 5}V${y}H${x + px}V${y - 5}`} strokeWidth="1.25" fill="none" />
      <path
        d={`M${north} 34V14M${north - 4} 20L${north} 14L${north + 4} 20`}
        strokeWidth="1.25"
        fill="none"
      />
      <g stroke="none">
        <text x={x + 6} y={y - 6}>
          {lengthText}
        </text>
        <text x={north} y="48" textAnchor="middle">
          {northText}
        </text>
      </g>
    </g>
  );
}

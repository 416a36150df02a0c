import type { StatedFlight } from '#domain/photogrammetry/flight/stated-flight.ts';
import { useText } from '#i18n/use-text.ts';
import { PlanScale } from '#ui/PlanScale.tsx';
import { extentOf, fitPlan, type Plan, type PlanPlace, scaleBar } from '#ui/plan.ts';
import { useSize } from '#ui/use-size.ts';

/** Corners of an outline of xy pairs. */
const cornersOf = (outline: Float64Array): PlanPlace[] =>
  Array.from({ length: outline.length / 2 }, (_, k) => [outline[2 * k]!, outline[2 * k + 1]!]);

/** Plan of photo positions and footprints by their metadata; hidden without positions. */
export function FlightPreview({ flight }: { flight: StatedFlight }) {
  const { t, format } = useText();
  const { ref, width, height } = useSize<HTMLDivElement>();
  const { photos, overlap, gsdM } = flight;
  if (photos.length === 0) return null;
  const places = photos.flatMap(({ place, footprint }) => [
    place,
    ...(footprint ? cornersOf(footprint.outline) : []),
  ]);
  const plan = fitPlan(extentOf(places), width, height);
  const figures = [
    ...(overlap === null ? [] : [t('createPage.overlap', { percent: format.number(100 * overlap, 0) })]),
    ...(gsdM === null ? [] : [t('createPage.gsd', { size: format.number(100 * gsdM, 1) })]),
    ...(overlap === null ? [t('createPage.noFootprints')] : []),
  ];
  return (
    <figure className="flex flex-col gap-1">
      <div ref={ref} className="h-48 rounded-md border border-line bg-well">
        {width > 0 && <FlightMap flight={flight} plan={plan} />}
      </div>
      <figcaption className="text-ink-soft text-sm">{figures.join(' · ')}</figcaption>
    </figure>
  );
}

function FlightMap({ flight: { photos }, plan }: { flight: StatedFlight; plan: Plan }) {
  const { t, format } = useText();
  const { metres } = scaleBar(plan);
  const opacity = Math.min(0.12, 1.5 / photos.length);
  const pathOf = (outline: Float64Array) =>
    cornersOf(outline)
      .map(([x, y]) =>
        plan
          .place(x, y)
          .map((value) => value.toFixed(1))
          .join(),
      )
      .join(' ');
  return (
    <svg
      role="img"
      aria-label={t('createPage.map', { count: photos.length, number: format.number(photos.length) })}
      viewBox={`0 0 ${plan.width} ${plan.height}`}
      className="size-full"
    >
      <g className="fill-accent" fillOpacity={opacity}>
        {photos.map(({ name, footprint }) =>
          footprint ? <polygon key={name} points={pathOf(footprint.outline)} /> : null,
        )}
      </g>
      {photos.map(({ name, place: [x, y] }) => {
        const [cx, cy] = plan.place(x, y);
        return (
          <circle key={name} cx={cx} cy={cy} r="2.5" strokeWidth="1" className="fill-accent stroke-panel">
            <title>{name}</title>
          </circle>
        );
      })}
      <PlanScale
        plan={plan}
        lengthText={`${format.number(metres, metres < 1 ? 1 : 0)}\u00a0m`}
        northText={t('flight.north')}
      />
    </svg>
  );
}

import type { QuantityKind } from '#core/measure/quantities.ts';
import type { DistanceMeasurement } from '#core/state/measurement.ts';
import { type FigureUnits, useFigure } from '#editor-view/figures.tsx';
import { useText } from '#i18n/use-text.ts';

interface NamedFigureProps {
  name: string;
  kind: QuantityKind;
  value: number;
  units: FigureUnits;
}

function NamedFigure({ name, kind, value, units }: NamedFigureProps) {
  const figure = useFigure(units);
  return (
    <span className="whitespace-nowrap tabular-nums">
      <span className="text-ink-faint">{name}</span> <span className="text-ink">{figure(kind, value)}</span>
    </span>
  );
}

/** Coordinates of a place. */
export function PlaceFigures({ place, units }: { place: readonly number[]; units: FigureUnits }) {
  const { t } = useText();
  const [x = Number.NaN, y = Number.NaN, z = Number.NaN] = place;
  return (
    <>
      <NamedFigure name={t('canvas.x')} kind="coordinate" value={x} units={units} />
      <NamedFigure name={t('canvas.y')} kind="coordinate" value={y} units={units} />
      <NamedFigure name={t('canvas.z')} kind="elevation" value={z} units={units} />
    </>
  );
}

interface LegFiguresProps {
  leg: DistanceMeasurement;
  /** Lengths are shown in the plane of the map. */
  isOnGrid: boolean;
  units: FigureUnits;
}

/** Length, bearing and height difference of a leg. */
export function LegFigures({ leg, isOnGrid, units }: LegFiguresProps) {
  const { t } = useText();
  return (
    <>
      <NamedFigure
        name={t('entry.length')}
        kind="length"
        value={isOnGrid ? (leg.grid?.plan ?? leg.plan) : leg.plan}
        units={units}
      />
      <NamedFigure name={t('entry.azimuth')} kind="angle" value={leg.azimuthRad} units={units} />
      <NamedFigure name={t('entry.rise')} kind="elevation" value={leg.vertical} units={units} />
    </>
  );
}

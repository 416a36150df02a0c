import type { ReactNode } from 'react';
import { type QuantityKind, readable } from '#core/measure/quantities.ts';
import type { ProjectFacts } from '#core/state/project-facts.ts';
import type { Unit } from '#domain/units/units.ts';
import { useText } from '#i18n/use-text.ts';
import { Quantity } from '#ui/Quantity.tsx';

/** Units of a project's figures. */
export type FigureUnits = Pick<ProjectFacts, 'coordinateUnit' | 'horizontalUnit' | 'verticalUnit'>;

/** Unit of a measured number. */
export function unitOf(kind: QuantityKind, units: FigureUnits): Unit | null {
  if (kind === 'elevation') return units.verticalUnit;
  return kind === 'coordinate' ? units.coordinateUnit : units.horizontalUnit;
}

/** Formats a measured number: the same in panels, labels and copies. */
export function useFigure(units: FigureUnits): (kind: QuantityKind, value: number) => string {
  const { format } = useText();
  return (kind, value) => {
    if (!Number.isFinite(value)) return '–';
    const { value: shown, digits, unit } = readable(kind, value, unitOf(kind, units));
    const text = format.number(shown, digits);
    return unit === '' ? text : unit === '°' ? `${text}°` : `${text}\u00a0${unit}`;
  };
}

interface FigureProps {
  kind: QuantityKind;
  value: number;
  units: FigureUnits;
}

/** A measured number with its unit; a dash where there is none. */
export function Figure({ kind, value, units }: FigureProps) {
  const { format } = useText();
  if (!Number.isFinite(value)) return <span className="text-ink-faint">–</span>;
  const { value: shown, digits, unit } = readable(kind, value, unitOf(kind, units));
  return <Quantity value={shown} text={format.number(shown, digits)} {...(unit === '' ? {} : { unit })} />;
}

interface FigureRowProps {
  name: string;
  strong?: boolean;
  children: ReactNode;
}

/** A name and its figure on one line, in a list of them. */
export function FigureRow({ name, strong = false, children }: FigureRowProps) {
  return (
    <div className="flex items-baseline justify-between gap-4 py-1">
      <dt className="text-ink-soft">{name}</dt>
      <dd className={strong ? 'font-semibold text-lg' : ''}>{children}</dd>
    </div>
  );
}

interface GridFiguresProps {
  /** The figures in the plane of the map: name, kind, value. */
  rows: readonly (readonly [name: string, kind: QuantityKind, value: number])[];
  combined: number;
  units: FigureUnits;
}

/**
 * Lengths, areas and volumes in the map's plane, and the factor between them and those of the ground: a list of its
 * own.
 */
export function GridFigures({ rows, combined, units }: GridFiguresProps) {
  const { t, format } = useText();
  return (
    <dl className="mt-2 border-line border-t pt-2 text-sm">
      {rows.map(([name, kind, value]) => (
        <FigureRow key={name} name={t('measure.onGrid', { name })}>
          <Figure kind={kind} value={value} units={units} />
        </FigureRow>
      ))}
      <FigureRow name={t('measure.combinedFactor')}>
        <Quantity value={combined} text={format.number(combined, 6)} />
      </FigureRow>
    </dl>
  );
}

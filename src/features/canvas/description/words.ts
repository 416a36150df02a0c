import { type QuantityKind, readable } from '#core/measure/quantities.ts';
import type { ProjectFacts } from '#core/state/project-facts.ts';
import { clamp } from '#domain/math/clamp.ts';
import { type Unit, unitSymbol } from '#domain/units/units.ts';
import { unitOf } from '#editor-view/figures.tsx';
import type { Text } from '#i18n/use-text.ts';

/** A fact in words: its name, empty for a complete sentence, and its value. */
export interface DescribedRow {
  readonly name: string;
  readonly text: string;
}

/** A titled part of a description. */
export interface DescribedPart {
  readonly id: string;
  readonly title: string;
  readonly rows: readonly DescribedRow[];
}

/** Formatters of descriptions. */
export interface Words extends Pick<Text, 't' | 'format'> {
  /** A measured number with its unit, with the digits that panels show; a dash for none. */
  exact(kind: QuantityKind, value: number): string;
  /** A length or height with three significant digits, or with so many decimals, and its unit. */
  rough(kind: 'length' | 'elevation', value: number, decimals?: number): string;
}

const withUnit = (text: string, unit: string) => (unit === '' ? text : `${text}\u00a0${unit}`);

/** Creates the formatters for a project's units. */
export function createWords(
  { t, format }: Pick<Text, 't' | 'format'>,
  facts: Pick<ProjectFacts, 'coordinateUnit' | 'horizontalUnit' | 'verticalUnit'>,
): Words {
  return {
    t,
    format,
    exact(kind, value) {
      if (!Number.isFinite(value)) return '–';
      const { value: shown, digits, unit } = readable(kind, value, unitOf(kind, facts));
      return withUnit(format.number(shown, digits), unit);
    },
    rough(kind, value, decimals) {
      // Where x and y are angles, view sizes are given as angles too.
      const unit: Unit | null =
        kind === 'elevation' ? facts.verticalUnit : (facts.horizontalUnit ?? facts.coordinateUnit);
      const size = Math.floor(Math.log10(Math.abs(value)));
      const digits = decimals ?? (Number.isFinite(size) ? clamp(2 - size, 0, 9) : 0);
      return withUnit(format.number(value, digits), unit === null ? '' : unitSymbol(unit));
    },
  };
}

/** Parts of a sentence; empty ones are left out. */
export function listed(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(', ');
}

/** A description as plain text: one title per part, one line per row. */
export function plainText(parts: readonly DescribedPart[]): string {
  const line = ({ name, text }: DescribedRow) => (name === '' ? text : `${name}: ${text}`);
  return parts.map(({ title, rows }) => [title, ...rows.map(line)].join('\n')).join('\n\n');
}

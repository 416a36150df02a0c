import { INTERNATIONAL_FOOT, type LinearUnit, METRE, US_SURVEY_FOOT } from '../../../units/units.ts';
import type { Groups } from './record.ts';
import type { DrawingStrings } from './strings.ts';

/** What the header of a drawing says that is used. */
export interface DxfHeader {
  /** `$ACADVER`, such as AC1015; null where the file has none. */
  readonly version: string | null;
  readonly codePage: string | null;
  /** `$INSUNITS`; null for no unit or one that is no length of a survey. */
  readonly unit: LinearUnit | null;
}

export const noHeader: DxfHeader = { version: null, codePage: null, unit: null };

const other = (name: string, epsg: number | null, metres: number): LinearUnit => ({
  kind: 'linear',
  id: 'other',
  name,
  epsg,
  metres,
});

const units = new Map<number, LinearUnit>([
  [1, other('inch', null, 0.0254)],
  [2, INTERNATIONAL_FOOT],
  [3, other('Statute mile', 9093, 1609.344)],
  [4, other('millimetre', 1025, 0.001)],
  [5, other('centimetre', 1033, 0.01)],
  [6, METRE],
  [7, other('kilometre', 9036, 1000)],
  [10, other('yard', 9096, 0.9144)],
  [14, other('decimetre', null, 0.1)],
  [21, US_SURVEY_FOOT],
]);

/** @param groups of the section HEADER: names of variables (9), each with its values behind it */
export function readHeader(groups: Groups, strings: DrawingStrings): DxfHeader {
  const indexOf = (name: string) => {
    for (let i = groups.find(9); i >= 0; i = groups.find(9, i + 1)) {
      if (strings.at(groups, i).trim() === name && i + 1 < groups.count) return i + 1;
    }
    return -1;
  };
  const textOf = (name: string) => strings.at(groups, indexOf(name)).trim() || null;
  const unit = indexOf('$INSUNITS');
  return {
    version: textOf('$ACADVER'),
    codePage: textOf('$DWGCODEPAGE'),
    unit: unit < 0 ? null : (units.get(groups.numberAt(unit)) ?? null),
  };
}

import { useCallback, useState } from 'react';
import type { UnitOfMeasure } from '#contract/schemas/common.ts';
import type { CheckedWkt } from '#coordinates/WktField.tsx';
import type { CrsEntry } from '#domain/crs/table.ts';
import type { CrsReport } from '#domain/crs/types.ts';
import { useText } from '#i18n/use-text.ts';
import {
  lacksHeightUnit,
  leavesHeightsOpen,
  localSystem,
  type StatedSystem,
  systemOfEntry,
  systemOfFiles,
  systemOfText,
} from './stated-system.ts';

export type SystemSource = 'search' | 'wkt' | 'local';

interface Given {
  readonly way: SystemSource;
  readonly entry: CrsEntry | null;
  /** Null while it is being checked and where it is invalid. */
  readonly wkt: CheckedWkt | null;
  readonly name: string;
  readonly plan: UnitOfMeasure | null;
  readonly heights: UnitOfMeasure | null;
}

/** State of the coordinate system question: values given so far, and their consequences. */
export interface SystemQuestion {
  readonly given: Given;
  give(change: Partial<Given>): void;
  giveWkt(wkt: CheckedWkt | null): void;
  /** Whether the unit of heights is undefined and must be stated. */
  readonly isHeightUnitAsked: boolean;
  /** Null where the files decide. */
  readonly system: StatedSystem | null;
  /** Missing values, by field. */
  readonly faults: { readonly system?: string; readonly plan?: string; readonly heights?: string };
}

interface SystemOptions {
  /** Whether the files do not declare the system. */
  readonly isRequired: boolean;
  /** The files' declaration, where it must also include the unit of heights. */
  readonly declared?: CrsReport | undefined;
}

/** State of asking for a coordinate system by list, by text or as a local grid, and for undefined units. */
export function useSystem({ isRequired, declared }: SystemOptions): SystemQuestion {
  const { t } = useText();
  const [given, setGiven] = useState<Given>(() => ({
    way: 'search',
    entry: null,
    wkt: null,
    name: t('systemField.localName'),
    plan: null,
    heights: null,
  }));
  const give = useCallback((change: Partial<Given>) => setGiven((before) => ({ ...before, ...change })), []);
  const giveWkt = useCallback((wkt: CheckedWkt | null) => give({ wkt }), [give]);
  const isHeightUnitAsked = asksHeights(given, declared);
  const faults = {
    ...(given.way === 'search' && isRequired && given.entry === null
      ? { system: t('crsField.required') }
      : {}),
    ...(given.way === 'wkt' && given.wkt === null ? { system: t('systemField.wktRequired') } : {}),
    ...(given.way === 'local' && given.name.trim() === '' ? { system: t('validation.requiredField') } : {}),
    ...(given.way === 'local' && given.plan === null ? { plan: t('systemField.unitRequired') } : {}),
    ...(isHeightUnitAsked && given.heights === null ? { heights: t('systemField.unitRequired') } : {}),
  };
  return {
    given,
    give,
    giveWkt,
    isHeightUnitAsked,
    system: Object.keys(faults).length > 0 ? null : systemOf(given, isHeightUnitAsked ? declared : undefined),
    faults,
  };
}

/** Name of the given system; undefined for none. */
export function nameGiven({ given: { way, entry, wkt, name } }: SystemQuestion): string | undefined {
  if (way === 'search') return entry?.name;
  return way === 'wkt' ? (wkt?.report.name ?? undefined) : name;
}

function asksHeights({ way, entry, wkt }: Given, declared: CrsReport | undefined): boolean {
  switch (way) {
    case 'local':
      return true;
    case 'wkt':
      return wkt !== null && leavesHeightsOpen(wkt.report);
    case 'search':
      if (entry !== null) return lacksHeightUnit(entry);
      return declared !== undefined && leavesHeightsOpen(declared);
  }
}

/** The result of a complete answer. `declared`: the files' declaration, where only the unit of heights was asked. */
function systemOf(given: Given, declared: CrsReport | undefined): StatedSystem | null {
  const { way, entry, wkt, heights } = given;
  switch (way) {
    case 'local':
      return given.plan && heights && localSystem(given.name.trim(), given.plan, heights);
    case 'wkt':
      if (wkt === null) return null;
      return (
        (heights && leavesHeightsOpen(wkt.report) && systemOfFiles(wkt.report, heights)) ||
        systemOfText(wkt.text, wkt.report)
      );
    case 'search':
      if (entry !== null) return systemOfEntry(entry, heights);
      return declared !== undefined && heights !== null ? systemOfFiles(declared, heights) : null;
  }
}

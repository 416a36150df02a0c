import { lineTypes } from '../../formats/exchange-model.ts';
import type { DrawingLayer } from '../layer.ts';
import type { SavedData } from '../migrations.ts';
import { lineWeightRange } from './parse-feature.ts';
import {
  badRecord,
  booleanOf,
  choiceOf,
  colourOf,
  idOf,
  numberOf,
  numberWithin,
  optional,
  textOf,
} from './records.ts';

/** Reads one layer, checking every field. @throws drawing.bad-record */
export function parseLayer(value: SavedData, place: string): DrawingLayer {
  return {
    id: idOf(value, place),
    name: textOf(value, 'name', place),
    colour: colourOf(value, place),
    ...optional(value, 'description', () => textOf(value, 'description', place)),
    ...optional(value, 'lineType', () => choiceOf(value, 'lineType', lineTypes, place)),
    ...optional(value, 'lineWeight', () => numberWithin(value, 'lineWeight', lineWeightRange, place)),
    ...optional(value, 'transparency', () => numberWithin(value, 'transparency', [0, 1], place)),
    isVisible: booleanOf(value, 'isVisible', place),
    ...optional(value, 'isLocked', () => {
      if (value['isLocked'] !== true)
        throw badRecord(place, 'value-is-not-known', { field: 'isLocked', value: String(value['isLocked']) });
      return true as const;
    }),
    ...optional(value, 'group', () => textOf(value, 'group', place)),
    rank: numberOf(value, 'rank', place),
  };
}

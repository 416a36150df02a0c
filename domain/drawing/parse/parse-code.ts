import { lineTypes } from '../../formats/exchange-model.ts';
import { type AttributeDefinition, attributeTypes, codeKinds, type FeatureCode } from '../feature-code.ts';
import type { SavedData } from '../migrations.ts';
import { badRecord, choiceOf, colourOf, idOf, isRecord, numberOf, optional, textOf } from './records.ts';

/** Reads one entry of the feature code dictionary, checking every field. @throws drawing.bad-record */
export function parseCode(value: SavedData, place: string): FeatureCode {
  const code = textOf(value, 'code', place);
  if (code === '') throw badRecord(place, 'code-is-empty');
  const { kinds, attributes } = value;
  if (!Array.isArray(kinds) || !Array.isArray(attributes)) throw badRecord(place, 'not-a-list');
  return {
    id: idOf(value, place),
    code,
    name: textOf(value, 'name', place),
    ...optional(value, 'symbol', () => textOf(value, 'symbol', place)),
    ...optional(value, 'colour', () => colourOf(value, place)),
    ...optional(value, 'lineType', () => choiceOf(value, 'lineType', lineTypes, place)),
    ...optional(value, 'layer', () => textOf(value, 'layer', place)),
    kinds: kinds.map((kind: unknown) => choiceOf({ kinds: kind }, 'kinds', codeKinds, place)),
    attributes: attributes.map((attribute: unknown) => attributeOf(attribute, place)),
    rank: numberOf(value, 'rank', place),
  };
}

function attributeOf(value: unknown, place: string): AttributeDefinition {
  if (!isRecord(value)) throw badRecord(place, 'not-an-object');
  const name = textOf(value, 'name', place);
  if (name === '' || name === '__proto__') throw badRecord(place, 'attribute-cannot-be-read', { name });
  const { values, initial } = value;
  if (values !== undefined && !(Array.isArray(values) && values.every((one) => typeof one === 'string'))) {
    throw badRecord(place, 'attribute-cannot-be-read', { name });
  }
  if (
    initial !== undefined &&
    initial !== null &&
    !['string', 'number', 'boolean'].includes(typeof initial)
  ) {
    throw badRecord(place, 'attribute-cannot-be-read', { name });
  }
  return {
    name,
    type: choiceOf(value, 'type', attributeTypes, place),
    ...(values === undefined ? {} : { values: values as string[] }),
    ...(initial === undefined ? {} : { initial: initial as string | number | boolean | null }),
  };
}

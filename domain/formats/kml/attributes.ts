import type { ExchangeValue } from '../exchange-model.ts';
import { UniqueNames } from '../unique-names.ts';
import { childOf, childText, type KmlElement, textOf } from './element.ts';

/** Types of the fields of a file's schemas, by the schema's name or id and the field's name. */
export class KmlSchemas {
  readonly #types = new Map<string, Map<string, string>>();

  add(schema: KmlElement): void {
    const fields = new Map(
      schema.children
        .filter(({ name }) => name === 'SimpleField')
        .map(({ attributes }) => [attributes.get('name') ?? '', attributes.get('type') ?? 'string']),
    );
    for (const key of ['id', 'name']) {
      const name = schema.attributes.get(key);
      if (name !== undefined) this.#types.set(name, fields);
    }
  }

  /** A value by the type that its schema states; text without one, and where it is no such value. */
  valueOf(schema: string, field: string, text: string): ExchangeValue {
    const type = this.#types.get(schema.replace(/^#/, ''))?.get(field) ?? 'string';
    if (type === 'bool')
      return text === '1' || text === 'true' ? true : text === '0' || text === 'false' ? false : text;
    if (type === 'string' || text === '') return text;
    const value = Number(text);
    return Number.isFinite(value) ? value : text;
  }
}

/** Elements of a placemark that are attributes of their own name. */
const plain = ['description', 'address', 'phoneNumber', 'Snippet'];

/** Name, description, times and extended data of a placemark, as a row of attributes. */
export function attributesOf(placemark: KmlElement, schemas: KmlSchemas): ReadonlyMap<string, ExchangeValue> {
  const row = new Map<string, ExchangeValue>();
  const names = new UniqueNames('_');
  const put = (name: string, value: ExchangeValue) => row.set(names.take(name), value);
  const name = childText(placemark, 'name');
  if (name !== '') put('name', name);
  const data = childOf(placemark, 'ExtendedData');
  for (const child of data?.children ?? []) {
    if (child.name === 'Data') put(child.attributes.get('name') ?? 'Data', childText(child, 'value'));
    if (child.name !== 'SchemaData') continue;
    const schema = child.attributes.get('schemaUrl') ?? '';
    for (const simple of child.children) {
      const field = simple.attributes.get('name') ?? '';
      if (simple.name === 'SimpleData') put(field, schemas.valueOf(schema, field, simple.texts.join('')));
    }
  }
  for (const child of plain) {
    const text = childText(placemark, child);
    if (text !== '') put(child, text);
  }
  for (const [holder, ...parts] of [['TimeStamp', 'when'] as const, ['TimeSpan', 'begin', 'end'] as const]) {
    const element = childOf(placemark, holder);
    for (const part of parts) {
      const text = textOf(childOf(element, part));
      if (text !== '') put(part, text);
    }
  }
  return row;
}

import type { ExchangeFeature, ExchangeValue } from '../exchange-model.ts';
import { escapeXml } from '../xml/escape.ts';

/** Types of attributes by name: `bool`, `double` or `string`, which values of several types are. */
export type FieldTypes = ReadonlyMap<string, string>;

function typeOf(value: ExchangeValue): string | null {
  if (value === null) return null;
  return typeof value === 'boolean' ? 'bool' : typeof value === 'number' ? 'double' : 'string';
}

/** The fields of the features of a layer, the code among them. */
export function layerFields(features: readonly ExchangeFeature[]): FieldTypes {
  const types = new Map<string, string>();
  const put = (field: string, type: string | null) => {
    if (type === null) return;
    const known = types.get(field);
    types.set(field, known === undefined || known === type ? type : 'string');
  };
  for (const { code, properties = {} } of features) {
    if (code !== undefined) put('code', 'string');
    for (const [field, value] of Object.entries(properties)) put(field, typeOf(value));
  }
  return types;
}

/** The `Schema` element of fields; nothing for none. */
export function schemaText(id: string, fields: FieldTypes): string {
  if (fields.size === 0) return '';
  const all = [...fields].map(([name, type]) => `<SimpleField type="${type}" name="${escapeXml(name)}"/>`);
  return `<Schema id="${id}" name="${id}">${all.join('')}</Schema>\n`;
}

/** A value of a placemark, by the type of its field. */
export function schemaValue(field: string, value: Exclude<ExchangeValue, null>, fields: FieldTypes): string {
  const text =
    typeof value === 'boolean' && fields.get(field) === 'bool' ? (value ? '1' : '0') : String(value);
  return `<SimpleData name="${escapeXml(field)}">${escapeXml(text)}</SimpleData>`;
}

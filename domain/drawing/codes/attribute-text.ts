import type { AttributeValue } from '../feature.ts';
import { type AttributeDefinition, type AttributeType, attributeTypes, isDate } from '../feature-code.ts';

/** Most attributes of one code. */
const maxAttributes = 200;

const escaped = (text: string) => text.replace(/[\\;:=()|]/g, '\\$&').replace(/^\s|\s$/g, '\\$&');

/**
 * Attributes of a code as a cell of a table: `height:number; kind:list(oak|pine)=oak`. A backslash before one of
 * `\ ; : = ( ) |`, or before a blank at the end of a word, takes away its meaning.
 */
export function writeAttributes(attributes: readonly AttributeDefinition[]): string {
  return attributes
    .map(({ name, type, values, initial }) => {
      const choices = values === undefined ? '' : `(${values.map(escaped).join('|')})`;
      const first = initial === undefined || initial === null ? '' : `=${escaped(String(initial))}`;
      return `${escaped(name)}:${type}${choices}${first}`;
    })
    .join('; ');
}

/** The attributes of such a cell; null where it is none, or has more than 200. */
export function readAttributes(cell: string): AttributeDefinition[] | null {
  const attributes: AttributeDefinition[] = [];
  for (const text of partsAt(cell, ';')) {
    if (text.trim() === '') continue;
    const attribute = readAttribute(text);
    if (
      !attribute ||
      attributes.length === maxAttributes ||
      attributes.some(({ name }) => name === attribute.name)
    )
      return null;
    attributes.push(attribute);
  }
  return attributes;
}

function readAttribute(text: string): AttributeDefinition | null {
  const [left = '', ...initials] = partsAt(text, '=');
  const [rawName = '', rawType, ...more] = partsAt(left, ':');
  if (initials.length > 1 || more.length > 0) return null;
  const name = plain(rawName);
  const [kind = '', choices, ...rest] = partsAt(rawType ?? 'text', '(');
  const type = attributeTypes.find((one) => one === plain(kind).toLowerCase());
  if (name === '' || name === '__proto__' || type === undefined || rest.length > 0) return null;
  const initial = initials[0] === undefined ? undefined : initialOf(plain(initials[0]), type);
  if (initial === null) return null;
  const given = initial === undefined ? {} : { initial };
  if (choices === undefined) return type === 'list' ? null : { name, type, ...given };
  const [list = '', ...behind] = partsAt(choices, ')');
  if (type !== 'list' || behind.length !== 1 || behind[0]!.trim() !== '') return null;
  return { name, type, values: partsAt(list, '|').map(plain), ...given };
}

function initialOf(text: string, type: AttributeType): AttributeValue {
  if (type === 'number') {
    const value = Number(text);
    return text !== '' && Number.isFinite(value) ? value : null;
  }
  if (type === 'date') return isDate(text) ? text : null;
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : null;
  return text;
}

/** The parts of a text between marks that no backslash precedes, their backslashes kept. */
function partsAt(text: string, mark: string): string[] {
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === mark) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  parts.push(text.slice(from));
  return parts;
}

/** A part without the blanks around it and without its backslashes. */
function plain(text: string): string {
  let word = '';
  let end = 0;
  for (let at = 0; at < text.length; at++) {
    const isEscaped = text[at] === '\\' && at + 1 < text.length;
    if (isEscaped) at++;
    const letter = text[at]!;
    const isBlank = !isEscaped && letter.trim() === '';
    if (isBlank && end === 0) continue;
    word += letter;
    if (!isBlank) end = word.length;
  }
  return word.slice(0, end);
}

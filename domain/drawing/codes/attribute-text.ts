import type { AttributeValue } from '../feature.ts';
import { type AttributeDefinition, type AttributeType, attributeTypes } from '../feature-code.ts';

/** Most attributes of one code. */
const maxAttributes = 200;

/**
 * The attributes of a cell `height:number; kind:list(oak|pine)=oak`; null where it is none, or has more than 200. A
 * backslash before one of `\ ; : = ( ) |` takes away its meaning.
 */
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
  return text.trim().replace(/\\(.)/gs, '$1');
}

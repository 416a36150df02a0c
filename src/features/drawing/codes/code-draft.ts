import type {
  AttributeDefinition,
  AttributeType,
  CodeEntry,
  CodeKind,
} from '#domain/drawing/feature-code.ts';
import type { LineType } from '#domain/formats/exchange-model.ts';
import type { TextKey } from '#locales/texts.ts';
import { type AttributeKind, readValue, valueText } from '../attributes/attribute-values.ts';

/** An attribute while it is edited; `key` tells it from others. */
export interface AttributeDraft {
  readonly key: number;
  readonly name: string;
  readonly type: AttributeType;
  /** Choices, one a line. */
  readonly choices: string;
  /** First value, as typed. */
  readonly initial: string;
}

/** A code while it is edited. */
export interface CodeDraft {
  readonly code: string;
  readonly name: string;
  readonly kinds: readonly CodeKind[];
  readonly symbol: string | null;
  readonly colour: string | null;
  readonly lineType: LineType | null;
  readonly layer: string;
  readonly attributes: readonly AttributeDraft[];
}

/** What is wrong with a draft: of the code, and of attributes by their keys. */
export interface CodeFaults {
  readonly code?: TextKey;
  readonly attributes: ReadonlyMap<number, TextKey>;
}

/** An attribute that is to be filled in. */
export function newAttribute(others: readonly AttributeDraft[]): AttributeDraft {
  const key = others.reduce((top, other) => Math.max(top, other.key), 0) + 1;
  return { key, name: '', type: 'text', choices: '', initial: '' };
}

/** The draft of a code, or of a new one. */
export function draftOf(entry: CodeEntry | null): CodeDraft {
  const {
    code = '',
    name = '',
    kinds = [],
    symbol,
    colour,
    lineType,
    layer = '',
    attributes = [],
  } = entry ?? {};
  return {
    code,
    name,
    kinds,
    symbol: symbol ?? null,
    colour: colour ?? null,
    lineType: lineType ?? null,
    layer,
    attributes: attributes.map((attribute, key) => ({
      key,
      name: attribute.name,
      type: attribute.type,
      choices: (attribute.values ?? []).join('\n'),
      initial: valueText(attribute.initial ?? null),
    })),
  };
}

/** The choices of an attribute, each once; undefined where it has none. */
function choicesOf({ type, choices }: AttributeDraft): string[] | undefined {
  if (type !== 'list') return undefined;
  const lines = choices.split('\n').map((line) => line.trim());
  return [...new Set(lines.filter((line) => line !== ''))];
}

/** What an attribute can be. */
export function kindOf(draft: AttributeDraft): AttributeKind {
  const values = choicesOf(draft);
  return { type: draft.type, ...(values === undefined ? {} : { values }) };
}

function attributeOf(draft: AttributeDraft): AttributeDefinition {
  const kind = kindOf(draft);
  const read = readValue(draft.initial, kind);
  const initial = 'value' in read ? read.value : null;
  return { name: draft.name.trim(), ...kind, ...(initial === null ? {} : { initial }) };
}

/** What has to be mended before a draft is a code; null for nothing. */
export function faultsOf({ code, attributes }: CodeDraft): CodeFaults | null {
  const faults = new Map<number, TextKey>();
  const names = new Set<string>();
  for (const draft of attributes) {
    const name = draft.name.trim();
    const kind = kindOf(draft);
    const read = readValue(draft.initial, kind);
    if (name === '' || name === '__proto__') faults.set(draft.key, 'attributes.unnamed');
    else if (names.has(name)) faults.set(draft.key, 'attributes.twice');
    else if (kind.values?.length === 0) faults.set(draft.key, 'attributes.noChoices');
    else if ('fault' in read) faults.set(draft.key, read.fault);
    names.add(name);
  }
  const isUnnamed = code.trim() === '';
  if (!isUnnamed && faults.size === 0) return null;
  return { ...(isUnnamed ? { code: 'errors.drawing.code-empty' } : {}), attributes: faults };
}

/** The code of a draft without faults; texts are without the blanks around them. */
export function entryOf({
  code,
  name,
  kinds,
  symbol,
  colour,
  lineType,
  layer,
  attributes,
}: CodeDraft): CodeEntry {
  return {
    code: code.trim(),
    name: name.trim(),
    ...(symbol === null ? {} : { symbol }),
    ...(colour === null ? {} : { colour }),
    ...(lineType === null ? {} : { lineType }),
    ...(layer.trim() === '' ? {} : { layer: layer.trim() }),
    kinds,
    attributes: attributes.map(attributeOf),
  };
}

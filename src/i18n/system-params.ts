import type { Formatter } from './format.ts';

type Params = Readonly<Record<string, string | number | boolean>>;

/** Lengths and coordinates among the parameters of messages about coordinate systems. */
const lengths: ReadonlySet<string> = new Set(['offsetMetres', 'easting', 'northing', 'x', 'inMetres']);
/** The declarations that a text refers to: the source of each, and the part meant. */
const declarations: ReadonlySet<string> = new Set(['a', 'b']);

/** Whole numbers from a hundred on, four significant digits below. */
function lengthText(value: number, format: Formatter): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.max(0, 3 - Math.floor(Math.log10(Math.abs(value) || 1)));
  return format.number(value, Number.isInteger(value) ? 0 : digits);
}

/**
 * Message parameters of a coordinate system as a person reads them: declarations by what they are called, lengths with their
 * separators.
 * @param nameOf name of where a declaration was found; the identifier itself where it has none
 */
export function systemParams(
  params: Params,
  nameOf: (source: string) => string | null,
  format: Formatter,
): Params {
  const shown = (name: string, value: Params[string]) => {
    if (typeof value === 'number' && lengths.has(name)) return lengthText(value, format);
    if (typeof value !== 'string' || !declarations.has(name)) return value;
    const [, source = '', part = ''] = /^(\S+) ?(.*)$/s.exec(value) ?? [];
    const words = nameOf(source);
    if (words === null) return value;
    return part === '' ? words : `${words} (${part})`;
  };
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, shown(name, value)]));
}

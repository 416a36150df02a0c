import type { ExchangeLayer, LineType } from '../../exchange-model.ts';
import { paletteHex, trueColourHex } from '../colours.ts';
import type { Groups } from './record.ts';
import type { DrawingStrings } from './strings.ts';

/** Line types of other programs whose pattern a file does not give, by what their names hold. */
const lineTypesByName: readonly (readonly [RegExp, LineType])[] = [
  [/DASHDOT|CENTER|CENTRE|DIVIDE|BORDER|PHANTOM/i, 'dash-dot'],
  [/DOT/i, 'dotted'],
  [/DASH|HIDDEN/i, 'dashed'],
];

/** Tables of a drawing: layers, line types and text styles, by names regardless of case. */
export class DrawingTables {
  readonly #layers = new Map<string, ExchangeLayer>();
  readonly #byName = new Map<string, ExchangeLayer>();
  readonly #lineTypes = new Map<string, LineType>();
  readonly #textHeights = new Map<string, number>();
  readonly #strings: DrawingStrings;

  constructor(strings: DrawingStrings) {
    this.#strings = strings;
  }

  /** Takes a record of the section TABLES; others than of the three tables are passed over. */
  take(groups: Groups): void {
    const name = this.#strings.name(groups, 2);
    if (groups.kind === 'LAYER' && name !== '') this.#addLayer(groups, name);
    else if (groups.kind === 'LTYPE') this.#lineTypes.set(name.toUpperCase(), lineTypeOfPattern(groups));
    else if (groups.kind === 'STYLE') this.#textHeights.set(name.toUpperCase(), groups.number(40, 0));
  }

  #addLayer(groups: Groups, name: string): void {
    const colour = groups.number(62, 7);
    const trueColour = groups.number(420, -1);
    const flags = groups.number(70, 0);
    const weight = groups.number(370, -3);
    const transparency = transparencyOf(groups.number(440, 0));
    const lineType = this.lineType(this.#strings.name(groups, 6));
    this.#layers.set(name.toLowerCase(), {
      name,
      colour: trueColour >= 0 ? trueColourHex(trueColour) : paletteHex(Math.abs(colour)),
      ...(colour < 0 || (flags & 1) !== 0 ? { isVisible: false } : {}),
      ...((flags & 4) !== 0 ? { isLocked: true } : {}),
      ...(lineType === 'solid' ? {} : { lineType }),
      ...(weight >= 0 ? { lineWeight: weight / 100 } : {}),
      ...(transparency === null ? {} : { transparency }),
    });
  }

  /** The layer of this name; one that no table has is added, white. */
  layer(name: string): ExchangeLayer {
    const known = this.#byName.get(name);
    if (known) return known;
    const key = name.toLowerCase();
    const layer = this.#layers.get(key) ?? { name, colour: '#ffffff' };
    this.#layers.set(key, layer);
    this.#byName.set(name, layer);
    return layer;
  }

  lineType(name: string): LineType {
    const listed = this.#lineTypes.get(name.toUpperCase());
    if (listed !== undefined && (listed !== 'solid' || /^continuous$/i.test(name))) return listed;
    return lineTypesByName.find(([pattern]) => pattern.test(name))?.[1] ?? 'solid';
  }

  /** Height that a text style fixes; 0 for none. */
  textHeight(style: string): number {
    return this.#textHeights.get(style.toUpperCase()) ?? 0;
  }

  layers(): ExchangeLayer[] {
    return [...this.#layers.values()];
  }
}

/** What a pattern looks like: lengths above 0 are dashes, 0 dots. */
function lineTypeOfPattern(groups: Groups): LineType {
  let [dashes, dots, gaps] = [0, 0, 0];
  for (let i = groups.find(49); i >= 0; i = groups.find(49, i + 1)) {
    const length = groups.numberAt(i);
    if (length > 0) dashes++;
    else if (length < 0) gaps++;
    else dots++;
  }
  if (gaps === 0) return 'solid';
  if (dots > 0) return dashes > 0 ? 'dash-dot' : 'dotted';
  return dashes > 0 ? 'dashed' : 'solid';
}

/** Group 440 as 0 (opaque) to 1; null where it is that of the layer or block. */
export function transparencyOf(value: number): number | null {
  return value >>> 24 === 2 ? 1 - (value & 255) / 255 : null;
}

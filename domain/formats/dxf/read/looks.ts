import type { ExchangeStyle } from '../../exchange-model.ts';
import { paletteHex, trueColourHex } from '../colours.ts';
import { type DrawingTables, transparencyOf } from './layers.ts';
import type { Groups } from './record.ts';
import type { DrawingStrings } from './strings.ts';

/** Layer and own look of an object. */
export interface Look {
  readonly layer: string;
  readonly style: ExchangeStyle | undefined;
  readonly isInvisible: boolean;
  readonly isPaperSpace: boolean;
  /** It is drawn out of its plane by a height, as walls are. */
  readonly hasThickness: boolean;
}

/** What objects of a block get that say "by block", and those on layer 0. */
export interface Inherited {
  readonly layer: string;
  readonly style: ExchangeStyle;
}

const byBlockColour = 0;
const byLayerColour = 256;

/** @param inherited of the insert that an object is drawn by; null outside of blocks */
export function lookOf(
  groups: Groups,
  tables: DrawingTables,
  strings: DrawingStrings,
  inherited: Inherited | null,
): Look {
  let name = '0';
  let isInvisible = false;
  let isPaperSpace = false;
  let hasThickness = false;
  let style: { -readonly [key in keyof ExchangeStyle]: ExchangeStyle[key] } | undefined;
  for (let i = 0; i < groups.count; i++) {
    const code = groups.codeAt(i);
    if (code === 8) name = strings.at(groups, i);
    else if (code === 39) hasThickness = groups.numberAt(i) !== 0;
    else if (code === 60) isInvisible = groups.numberAt(i) === 1;
    else if (code === 67) isPaperSpace = groups.numberAt(i) === 1;
    else if (code === 62 || code === 420 || code === 6 || code === 370 || code === 440) {
      style = { ...style, ...partOfStyle(groups, i, tables, strings, inherited?.style ?? null) };
    } else if (code >= 1000) break;
  }
  const layer = inherited && name === '0' ? inherited.layer : tables.layer(name).name;
  const hasStyle = style !== undefined && Object.keys(style).length > 0;
  return { layer, style: hasStyle ? style : undefined, isInvisible, isPaperSpace, hasThickness };
}

function partOfStyle(
  groups: Groups,
  index: number,
  tables: DrawingTables,
  strings: DrawingStrings,
  block: ExchangeStyle | null,
): ExchangeStyle {
  const value = groups.numberAt(index);
  switch (groups.codeAt(index)) {
    case 62:
      if (value === byBlockColour) return { colour: block?.colour ?? '#ffffff' };
      // A true colour is written beside the nearest one of the palette.
      return value > 0 && value < byLayerColour && groups.find(420) < 0 ? { colour: paletteHex(value) } : {};
    case 420:
      return { colour: trueColourHex(value) };
    case 6: {
      const name = strings.at(groups, index).trim().toUpperCase();
      if (name === 'BYBLOCK') return block?.lineType ? { lineType: block.lineType } : {};
      return name === 'BYLAYER' || name === '' ? {} : { lineType: tables.lineType(name) };
    }
    case 370:
      if (value === -2) return block?.lineWeight === undefined ? {} : { lineWeight: block.lineWeight };
      return value >= 0 ? { lineWeight: value / 100 } : {};
    default: {
      if (value >>> 24 === 1)
        return block?.transparency === undefined ? {} : { transparency: block.transparency };
      const transparency = transparencyOf(value);
      return transparency === null ? {} : { transparency };
    }
  }
}

/** What objects of a block inherit from the insert that draws it. */
export function inheritedFrom(look: Look, tables: DrawingTables): Inherited {
  const { colour, lineType, lineWeight, transparency } = { ...tables.layer(look.layer), ...look.style };
  return {
    layer: look.layer,
    style: {
      colour,
      ...(lineType === undefined ? {} : { lineType }),
      ...(lineWeight === undefined ? {} : { lineWeight }),
      ...(transparency === undefined ? {} : { transparency }),
    },
  };
}

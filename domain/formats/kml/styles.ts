import type { ExchangeFeature, ExchangeStyle } from '../exchange-model.ts';
import { childOf, childText, type KmlElement } from './element.ts';

/** Millimetres of a pixel: 96 to the inch. */
export const millimetresPerPixel = 25.4 / 96;

/** Looks of the parts of a `Style`. */
interface Looks {
  readonly icon: ExchangeStyle;
  readonly line: ExchangeStyle;
  readonly area: ExchangeStyle;
}

const maxMaps = 8;

/** Styles of a file by their names; those of other files are counted. */
export class KmlStyles {
  readonly #styles = new Map<string, KmlElement>();
  readonly #maps = new Map<string, string>();
  /** Uses of styles in other files. */
  external = 0;

  /** Keeps a `Style` or a `StyleMap`, of which the looks of what is not pointed at count. */
  add(element: KmlElement): void {
    const id = element.attributes.get('id');
    if (id === undefined) return;
    if (element.name === 'Style') this.#styles.set(id, element);
    else {
      const normal = element.children.find(
        (pair) => pair.name === 'Pair' && childText(pair, 'key') === 'normal',
      );
      const own = childOf(normal, 'Style');
      if (own) this.#styles.set(id, own);
      else this.#maps.set(id, childText(normal, 'styleUrl'));
    }
  }

  /** The look of a placemark: its own style's, else that of its `styleUrl`. */
  styleOf(placemark: KmlElement, kind: ExchangeFeature['kind']): ExchangeStyle {
    const shared = this.#find(childText(placemark, 'styleUrl'));
    const own = childOf(placemark, 'Style');
    return { ...(shared ? lookOf(shared, kind) : {}), ...(own ? lookOf(own, kind) : {}) };
  }

  #find(url: string): KmlElement | undefined {
    let name = url;
    for (let i = 0; i < maxMaps && name !== ''; i++) {
      if (!name.startsWith('#')) {
        this.external++;
        return undefined;
      }
      const id = name.slice(1);
      const style = this.#styles.get(id);
      if (style) return style;
      name = this.#maps.get(id) ?? '';
    }
    return undefined;
  }
}

function lookOf(style: KmlElement, kind: ExchangeFeature['kind']): ExchangeStyle {
  const { icon, line, area } = looksOf(style);
  if (kind === 'point' || kind === 'multipoint') return icon;
  return kind === 'polygon' ? { ...area, ...line } : line;
}

function looksOf(style: KmlElement): Looks {
  const line = childOf(style, 'LineStyle');
  const width = Number(childText(line, 'width') || 'NaN');
  return {
    icon: colourOf(childText(childOf(style, 'IconStyle'), 'color')),
    line: {
      ...colourOf(childText(line, 'color')),
      ...(width > 0 && width < 1000 ? { lineWeight: width * millimetresPerPixel } : {}),
    },
    area: colourOf(childText(childOf(style, 'PolyStyle'), 'color')),
  };
}

/** A colour as KML has it: opacity, blue, green, red. */
function colourOf(text: string): ExchangeStyle {
  const [, alpha, blue, green, red] =
    /^#?([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text) ?? [];
  if (alpha === undefined) return {};
  const transparency = 1 - Number.parseInt(alpha, 16) / 255;
  return {
    colour: `#${red}${green}${blue}`.toLowerCase(),
    ...(transparency > 0 ? { transparency } : {}),
  };
}

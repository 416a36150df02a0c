import { DeviceTexture } from '../resources/device-data.ts';
import { fieldRadius, glyphField } from './glyph-field.ts';

/** Height of the font in the atlas, texels. */
export const atlasFontPx = 32;
const atlasSize = 1024;
const font = `600 ${atlasFontPx}px "Inter Variable", Inter, ui-sans-serif, system-ui, sans-serif`;
/** Scripts whose letters are drawn separately; texts of others are drawn whole, since their letters join. */
const plainScripts =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Common}\p{Script=Inherited}]*$/u;

/** A glyph's cell in the atlas, texels. */
export interface Glyph {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Advance to the next glyph. */
  readonly advance: number;
}

/** A glyph of a text: `at` from the text's start to its cell's left edge, texels. */
export interface SetGlyph {
  readonly glyph: Glyph;
  readonly at: number;
}

/**
 * Distance fields of the glyphs that labels need, created on first use from the browser's own fonts. The CPU's copy is
 * authoritative: it is uploaded to a new device unchanged. A full atlas is cleared.
 */
export class GlyphAtlas {
  readonly #context: OffscreenCanvasRenderingContext2D;
  readonly #segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  readonly #texels = new Uint8Array(atlasSize * atlasSize);
  readonly #glyphs = new Map<string, Glyph>();
  readonly #widths = new Map<string, number>();
  #texture: DeviceTexture | null = null;
  #isStale = true;
  #shelf = { x: 0, y: 0, height: 0 };

  constructor() {
    // Height of a line with accents, and width of the widest text drawn whole.
    const canvas = new OffscreenCanvas(atlasSize, Math.ceil(atlasFontPx * 1.5) + 2 * fieldRadius);
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (!context) throw new Error('an offscreen canvas gives no 2D context');
    this.#context = context;
  }

  /** Clears all glyphs: the fonts have changed, or the atlas is full. */
  clear(): void {
    this.#glyphs.clear();
    this.#widths.clear();
    this.#texels.fill(0);
    this.#shelf = { x: 0, y: 0, height: 0 };
    this.#isStale = true;
  }

  #pieces(text: string): string[] {
    if (!plainScripts.test(text)) return [text];
    return [...this.#segmenter.segment(text)].map(({ segment }) => segment);
  }

  /** Width of a text in font heights. */
  widthOf(text: string): number {
    const known = this.#widths.get(text);
    if (known !== undefined) return known;
    this.#prepare();
    const width = this.#pieces(text).reduce((sum, piece) => sum + this.#advance(piece), 0) / atlasFontPx;
    if (this.#widths.size > 50_000) this.#widths.clear();
    this.#widths.set(text, width);
    return width;
  }

  #advance(piece: string): number {
    return this.#glyphs.get(piece)?.advance ?? this.#context.measureText(piece).width;
  }

  #prepare(): void {
    this.#context.font = font;
    this.#context.textBaseline = 'middle';
  }

  /** Lays out a text; null where the atlas is full. */
  set(text: string): SetGlyph[] | null {
    const set: SetGlyph[] = [];
    let at = 0;
    for (const piece of this.#pieces(text)) {
      const glyph = this.#glyphs.get(piece) ?? this.#add(piece);
      if (!glyph) return null;
      set.push({ glyph, at: at - fieldRadius });
      at += glyph.advance;
    }
    return set;
  }

  /** Draws a glyph into a cell of its own. */
  #add(piece: string): Glyph | null {
    this.#prepare();
    const context = this.#context;
    const advance = context.measureText(piece).width;
    const width = Math.min(atlasSize, Math.ceil(advance) + 2 * fieldRadius);
    const { height } = context.canvas;
    const place = this.#place(width, height);
    if (!place) return null;
    context.clearRect(0, 0, width, height);
    context.fillText(piece, fieldRadius, height / 2);
    const { data } = context.getImageData(0, 0, width, height);
    const field = glyphField(
      Uint8ClampedArray.from({ length: width * height }, (_, i) => data[i * 4 + 3]!),
      width,
      height,
    );
    for (let row = 0; row < height; row++) {
      this.#texels.set(field.subarray(row * width, (row + 1) * width), (place.y + row) * atlasSize + place.x);
    }
    const glyph = { ...place, width, height, advance };
    this.#glyphs.set(piece, glyph);
    this.#isStale = true;
    return glyph;
  }

  #place(width: number, height: number): { x: number; y: number } | null {
    if (this.#shelf.x + width > atlasSize) {
      this.#shelf = { x: 0, y: this.#shelf.y + this.#shelf.height, height: 0 };
    }
    const { x, y } = this.#shelf;
    if (y + height > atlasSize) return null;
    // One texel between cells, so that filtering never reads a neighbour.
    this.#shelf = { x: x + width + 1, y, height: height + 1 };
    return { x, y };
  }

  /** The current atlas texture; the previous one is freed where glyphs were added. */
  get texture(): DeviceTexture {
    if (this.#texture && !this.#isStale) return this.#texture;
    this.#texture?.release();
    this.#texture = new DeviceTexture('label glyphs', 'r8unorm', [atlasSize, atlasSize], this.#texels);
    this.#isStale = false;
    return this.#texture;
  }

  release(): void {
    this.#texture?.release();
    this.#texture = null;
  }

  /** Clears the glyphs of the previous font and calls back once the page's font is loaded. */
  whenFontArrives(then: () => void): void {
    const fonts = globalThis.document?.fonts;
    if (!fonts || fonts.check(font)) return;
    void fonts.load(font).then((arrived) => {
      if (arrived.length === 0) return;
      this.clear();
      then();
    });
  }
}

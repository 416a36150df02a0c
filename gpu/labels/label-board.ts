import { code } from '#shaders/render/labels.wgsl';
import type { DisplaySettings, Rgba } from '#viewport/display.ts';
import type { SceneLabel } from '#viewport/label.ts';
import type { LabelDraw, OcclusionRequest } from '../draw/draws.ts';
import type { FrameView } from '../draw/frame-view.ts';
import { writeStruct } from '../layouts/struct-writer.ts';
import { structLayout } from '../layouts/wgsl-layout.ts';
import { packColour } from '../resources/pack-colour.ts';
import { atlasFontPx, GlyphAtlas } from './glyph-atlas.ts';
import { fieldRadius } from './glyph-field.ts';
import { LabelOcclusions } from './label-occlusions.ts';
import {
  type Candidate,
  candidatesOf,
  type LabelMemory,
  type PlacedLabel,
  placeLabels,
} from './place-labels.ts';

const layout = structLayout(code, 'LabelGlyph');

/** Maximum number of glyphs drawn. */
const maxGlyphs = 16_384;
/** Width of a halo, share of the font's height. */
const haloShare = 0.15;

const palettes: Readonly<Record<'dark' | 'light', { colour: Rgba; halo: Rgba }>> = {
  dark: { colour: [0.97, 0.98, 1, 1], halo: [0.05, 0.07, 0.1, 0.88] },
  light: { colour: [0.07, 0.09, 0.13, 1], halo: [1, 1, 1, 0.9] },
};

const highContrastPalettes: typeof palettes = {
  dark: { colour: [1, 1, 1, 1], halo: [0, 0, 0, 1] },
  light: { colour: [0, 0, 0, 1], halo: [1, 1, 1, 1] },
};

/** Inputs of label colours. */
export type LabelLook = Pick<DisplaySettings, 'theme' | 'hasHighContrast'>;

const noMemory: LabelMemory = new Map();

/** A frame's label draws and their occlusion query. */
export interface BoardDraws {
  readonly labels: LabelDraw | null;
  readonly labelOcclusion: OcclusionRequest | null;
}

/** Lays out labels: chooses those that fit an image, and sets their glyphs. */
export class LabelBoard {
  #atlas: GlyphAtlas | null = null;
  /** By the name of the view. */
  readonly #memories = new Map<string, LabelMemory>();
  readonly #occlusions: LabelOcclusions;
  readonly #requestFrame: () => void;

  constructor(requestFrame: () => void) {
    this.#requestFrame = requestFrame;
    this.#occlusions = new LabelOcclusions(requestFrame);
  }

  /** True while an occlusion query is pending. */
  get isBusy(): boolean {
    return this.#occlusions.isBusy;
  }

  #openAtlas(): GlyphAtlas {
    if (this.#atlas) return this.#atlas;
    const atlas = new GlyphAtlas();
    atlas.whenFontArrives(this.#requestFrame);
    this.#atlas = atlas;
    return atlas;
  }

  /**
   * The labels of a frame. `name`: of the view, whose labels keep their positions, and take no room where the scene
   * hides them; `view`: of the whole image.
   */
  draw(name: string, labels: readonly SceneLabel[], view: FrameView, look: LabelLook): BoardDraws {
    if (labels.length === 0) {
      this.forget(name);
      return { labels: null, labelOcclusion: null };
    }
    const candidates = this.#candidates(name, labels, view);
    const hidden = this.#occlusions.hiddenIn(name);
    return {
      labels: this.#set(name, candidates, hidden, view, look),
      labelOcclusion: this.#occlusions.query(name, candidates, view),
    };
  }

  /**
   * The labels of an image that is drawn once, of the view drawn as `drawn`: labels hidden there take no room here.
   * Null where there are none.
   */
  drawOnce(
    name: string,
    drawn: string,
    labels: readonly SceneLabel[],
    view: FrameView,
    look: LabelLook,
  ): LabelDraw | null {
    const hidden = this.#occlusions.hiddenIn(drawn);
    return this.#set(name, this.#candidates(name, labels, view), hidden, view, look);
  }

  #candidates(name: string, labels: readonly SceneLabel[], view: FrameView): Candidate[] {
    const atlas = this.#openAtlas();
    return candidatesOf(labels, view, (text) => atlas.widthOf(text), this.#memories.get(name) ?? noMemory);
  }

  #set(
    name: string,
    candidates: readonly Candidate[],
    hidden: ReadonlySet<string>,
    view: FrameView,
    look: LabelLook,
  ): LabelDraw | null {
    const atlas = this.#openAtlas();
    const memory = this.#memories.get(name) ?? noMemory;
    const seen = candidates.filter(({ label }) => !hidden.has(label.id));
    const placed = placeLabels(seen, view, (text) => atlas.widthOf(text), memory);
    this.#memories.set(name, new Map(placed.map((each) => [each.label.id, each])));
    const set = setAll(atlas, placed) ?? setAll(atlas, placed);
    if (!set || set.length === 0) return null;
    const glyphs = new DataView(new ArrayBuffer(set.length * layout.size));
    set.forEach(([label, glyph, at, width], i) => {
      writeGlyph(glyphs, i, { placed: label, glyph, at, width, view, look });
    });
    const reachPx = placed.reduce((most, { label }) => {
      const half = (atlas.widthOf(label.text) / 2 + 1) * label.style.sizePx;
      return Math.max(most, (half + Math.hypot(...label.offsetPx)) * view.pixelRatio);
    }, 0);
    return { glyphs, count: set.length, atlas: atlas.texture, reachPx: Math.ceil(reachPx) };
  }

  /** Drops views that are no longer drawn. */
  forget(name: string): void {
    this.#memories.delete(name);
    this.#occlusions.forget(name);
  }

  release(): void {
    this.#atlas?.release();
    this.#atlas = null;
    this.#memories.clear();
    this.#occlusions.clear();
  }
}

type SetLabel = [placed: PlacedLabel, glyph: GlyphCell, at: number, width: number];
type GlyphCell = NonNullable<ReturnType<GlyphAtlas['set']>>[number]['glyph'];

/** All glyphs of labels; null where the atlas was full; it is cleared then. */
function setAll(atlas: GlyphAtlas, placed: readonly PlacedLabel[]): SetLabel[] | null {
  const all: SetLabel[] = [];
  for (const label of placed) {
    const set = atlas.set(label.label.text);
    if (!set) {
      atlas.clear();
      return null;
    }
    if (all.length + set.length > maxGlyphs) return all;
    const width = atlas.widthOf(label.label.text) * atlasFontPx;
    for (const { glyph, at } of set) all.push([label, glyph, at, width]);
  }
  return all;
}

interface WrittenGlyph {
  readonly placed: PlacedLabel;
  readonly glyph: GlyphCell;
  readonly at: number;
  readonly width: number;
  readonly view: FrameView;
  readonly look: LabelLook;
}

function writeGlyph(
  into: DataView,
  index: number,
  { placed, glyph, at, width, view, look }: WrittenGlyph,
): void {
  const { style } = placed.label;
  const palette = (look.hasHighContrast ? highContrastPalettes : palettes)[look.theme];
  const scale = (style.sizePx * view.pixelRatio) / atlasFontPx;
  writeStruct(into, index * layout.size, layout, {
    middle: [placed.x, placed.y],
    anchor: [placed.anchorX, placed.anchorY],
    along: placed.along,
    from_middle: [(at - width / 2) * scale, (-glyph.height / 2) * scale],
    cell: [glyph.x, glyph.y, glyph.width, glyph.height],
    scale,
    depth: placed.depth,
    halo_texels: Math.min(fieldRadius - 1.5, haloShare * atlasFontPx),
    colour: packColour(style.colour ?? palette.colour),
    halo: packColour(style.halo ?? palette.halo),
  });
}

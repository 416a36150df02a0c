import { AppError } from '../../../errors/app-error.ts';
import type { Vec3 } from '../../../math/vectors.ts';
import type {
  ExchangeFeature,
  ExchangeSurface,
  ExchangeSymbol,
  ExchangeText,
  ExchangeValue,
} from '../../exchange-model.ts';
import { NoteBook } from '../../note-book.ts';
import type { BulgedLine } from './curves.ts';
import type { Look } from './looks.ts';
import type { OwnData } from './own-data.ts';
import { SurfaceCollector } from './surface-collector.ts';

/** Where an object stands in the file, and what its extended data say. */
export interface ObjectFacts {
  readonly look: Look;
  /** Number of the object of the section ENTITIES that it belongs to. */
  readonly record: number;
  readonly own: OwnData | null;
}

interface Ring extends BulgedLine {
  readonly isHole: boolean;
}

type Kind = 'multipoint' | 'polyline' | 'polygon';

interface OpenFeature {
  readonly facts: ObjectFacts;
  readonly kind: Kind;
  readonly rings: Ring[];
}

const minVertices = { multipoint: 1, polyline: 2, polygon: 3 } as const;

/** Two arcs enclose an area. */
function fewestVertices(kind: Kind, hasArcs: boolean): number {
  return kind === 'polygon' && hasArcs ? 2 : minVertices[kind];
}

/** Gathers what a drawing holds. */
export class DrawingBuilder {
  readonly notes: NoteBook;
  /** Largest distance of chords from curves, drawing units. */
  readonly tolerance: number;
  readonly features: ExchangeFeature[] = [];
  readonly texts: ExchangeText[] = [];
  readonly #file: string;
  readonly #surfaces = new Map<string, SurfaceCollector>();
  /** Several entities of one feature, of which more may come. */
  #open: OpenFeature | null = null;
  #budget: number;
  readonly #fullBudget: number;

  /** @param budget of groups read again for blocks and of vertices of chords */
  constructor(file: string, tolerance: number, budget: number) {
    this.#file = file;
    this.tolerance = tolerance;
    this.notes = new NoteBook(file);
    this.#budget = budget;
    this.#fullBudget = budget;
  }

  /** Takes from what blocks and curves may expand to. Throws `dxf.expands-too-far`. */
  spend(amount: number): void {
    this.#budget -= amount;
    if (this.#budget < 0) {
      throw new AppError('dxf.expands-too-far', { file: this.#file, limit: this.#fullBudget });
    }
  }

  addPoint(facts: ObjectFacts, place: Vec3, extra: PointExtra = {}): void {
    if (facts.own?.kind === 'multipoint') {
      this.#join(facts, 'multipoint', {
        coordinates: [...place],
        bulges: null,
        isClosed: false,
        isHole: false,
      });
      return;
    }
    const coordinates = new Float64Array(3);
    for (let axis = 0; axis < 3; axis++) coordinates[axis] = place[axis]!;
    const feature = this.#feature(facts, 'point', coordinates);
    if (extra.symbol) feature.symbol = extra.symbol;
    if (extra.properties) feature.properties = extra.properties;
    this.#push(feature);
  }

  /** A line, or an area where its extended data say so; too few vertices are told and left out. */
  addLine(facts: ObjectFacts, line: BulgedLine): void {
    const kind = facts.own?.kind === 'polygon' ? 'polygon' : 'polyline';
    if (facts.own?.feature !== undefined) {
      this.#join(facts, kind, { ...line, isHole: facts.own.isHole });
      return;
    }
    const { coordinates, bulges, isClosed } = line;
    const hasArcs = bulges?.some((bulge) => bulge !== 0) ?? false;
    if (coordinates.length < 3 * fewestVertices(kind, hasArcs)) {
      this.notes.count('dxf.without-extent', kind);
      return;
    }
    const xyz = new Float64Array(coordinates.length);
    for (let i = 0; i < xyz.length; i++) xyz[i] = coordinates[i]!;
    const feature = this.#feature(facts, kind, xyz);
    if (hasArcs) feature.bulges = new Float64Array(bulges!);
    if (kind === 'polyline' && isClosed) feature.closed = true;
    this.#push(feature);
  }

  /** An area of outer rings, each followed by its holes. */
  addArea(facts: ObjectFacts, rings: readonly Ring[]): void {
    this.#addRings(facts, 'polygon', rings);
  }

  addText(text: ExchangeText): void {
    this.texts.push(text);
  }

  /** A face of three corners. */
  addFace(layer: string, xyz: ArrayLike<number>): void {
    const surface = this.#surfaces.get(layer) ?? new SurfaceCollector();
    this.#surfaces.set(layer, surface);
    if (!isSound(xyz) || !surface.add(xyz)) this.notes.count('dxf.without-extent', '3DFACE');
  }

  /** Surfaces, one a layer, named by it. */
  surfaces(): ExchangeSurface[] {
    return [...this.#surfaces].flatMap(([layer, surface]) => surface.surface(layer, layer) ?? []);
  }

  /** Completes the feature that is open, if any. */
  close(): void {
    const open = this.#open;
    this.#open = null;
    if (open) this.#addRings(open.facts, open.kind, open.rings);
  }

  #join(facts: ObjectFacts, kind: Kind, ring: Ring): void {
    const open = this.#open;
    const number = facts.own!.feature;
    const goesOn = open && number !== undefined && open.facts.own!.feature === number && open.kind === kind;
    if (goesOn) open.rings.push(ring);
    else {
      this.close();
      this.#open = { facts, kind, rings: [ring] };
    }
  }

  #addRings(facts: ObjectFacts, kind: Kind, rings: readonly Ring[]): void {
    if (kind === 'multipoint') {
      const coordinates = Float64Array.from(rings.flatMap((ring) => ring.coordinates));
      this.#push(this.#feature(facts, kind, coordinates));
      return;
    }
    const kept = rings.filter(
      ({ coordinates, bulges }) => coordinates.length >= 3 * fewestVertices(kind, bulges !== null),
    );
    if (kept.length < rings.length)
      this.notes.count('dxf.without-extent', kind, {}, rings.length - kept.length);
    if (kept.length === 0) return;
    const [partStarts, holeStarts]: [number[], number[]] = [[], []];
    const length = kept.reduce((sum, ring) => sum + ring.coordinates.length, 0);
    const coordinates = new Float64Array(length);
    const bulges = kept.some((ring) => ring.bulges?.some((bulge) => bulge !== 0))
      ? new Float64Array(Math.floor(length / 3))
      : null;
    let at = 0;
    kept.forEach((ring, i) => {
      if (i > 0) (ring.isHole ? holeStarts : partStarts).push(at / 3);
      coordinates.set(ring.coordinates, at);
      if (bulges && ring.bulges) bulges.set(ring.bulges, at / 3);
      at += ring.coordinates.length;
    });
    const feature = this.#feature(facts, kind, coordinates);
    if (partStarts.length > 0) feature.partStarts = partStarts;
    if (holeStarts.length > 0) feature.holeStarts = holeStarts;
    if (bulges) feature.bulges = bulges;
    if (kind === 'polyline' && kept[0]!.isClosed) feature.closed = true;
    this.#push(feature);
  }

  #push(feature: ExchangeFeature): void {
    if (!isSound(feature.coordinates, feature.bulges)) {
      this.notes.count('dxf.not-finite', feature.kind);
      return;
    }
    this.features.push(feature);
  }

  #feature({ look, record, own }: ObjectFacts, kind: Draft['kind'], coordinates: Float64Array): Draft {
    const feature: Draft = { kind, coordinates, layer: look.layer, record };
    if (look.style) feature.style = look.style;
    if (!own) return feature;
    if (own.hasNoHeights) for (let i = 2; i < coordinates.length; i += 3) coordinates[i] = Number.NaN;
    if (own.name !== undefined) feature.name = own.name;
    if (own.code !== undefined) feature.code = own.code;
    if (own.properties) feature.properties = own.properties;
    return feature;
  }
}

/** A feature that is being made. */
type Draft = { -readonly [key in keyof ExchangeFeature]: ExchangeFeature[key] };

/** What a point has beside its place. */
export interface PointExtra {
  readonly symbol?: ExchangeSymbol;
  readonly properties?: Readonly<Record<string, ExchangeValue>>;
}

/** Heights may be missing: they are NaN where our own data say so, and no number of a file is. */
function isSound(coordinates: ArrayLike<number>, bulges: ArrayLike<number> = []): boolean {
  for (let i = 0; i < coordinates.length; i++) {
    const value = coordinates[i]!;
    if (!Number.isFinite(value) && !(i % 3 === 2 && Number.isNaN(value))) return false;
  }
  for (let i = 0; i < bulges.length; i++) if (!Number.isFinite(bulges[i]!)) return false;
  return true;
}

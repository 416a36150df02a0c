import type { ErrorRecord } from '../../errors/app-error.ts';
import type { ExchangeFeature, ExchangeValue } from '../exchange-model.ts';
import { joinSegments } from './join-segments.ts';
import type { PlaceRef, PlaceTable } from './places.ts';
import { type Segment, segmentPath, type Vertex } from './segments.ts';

/** Elements that have coordinate geometry and become lines and areas. */
export const lineElements = ['Alignment', 'Parcel', 'PlanFeature'] as const;
export type LineElement = (typeof lineElements)[number];

/** Attributes that become the name, the code or nothing: the geometry says them better. */
const plainAttributes = new Set([
  'name',
  'code',
  'desc',
  'pntRef',
  'featureRef',
  'length',
  'area',
  'dir',
  'oID',
]);

/** A point as it stands in the file. */
export interface ReadPoint {
  readonly layer: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly properties: Record<string, ExchangeValue>;
  place: PlaceRef | null;
}

/** An alignment, parcel or plan feature as it stands in the file. */
export interface ReadLine {
  readonly element: LineElement;
  readonly layer: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly properties: Record<string, ExchangeValue>;
  readonly segments: ReadSegment[];
}

/** A part of a coordinate geometry, its places perhaps names of points. */
export interface ReadSegment {
  readonly element: Segment['element'];
  readonly attributes: ReadonlyMap<string, string>;
  readonly places: Map<string, PlaceRef>;
  list: PlaceRef[];
}

/** Makes features of what was read, once all points are known. */
export class FeatureMaker {
  readonly #table: PlaceTable;
  readonly #unresolved: string[] = [];
  readonly #broken: string[] = [];
  #spirals = 0;
  #widest = 0;
  #otherSpirals = 0;
  #flattened = 0;
  #record = 0;

  constructor(table: PlaceTable) {
    this.#table = table;
  }

  point({ layer, attributes, properties, place }: ReadPoint): ExchangeFeature[] {
    const name = attributes.get('name') ?? '';
    const vertex = place && this.#table.find(place);
    if (!vertex) {
      this.#unresolved.push(name);
      return [];
    }
    return [
      {
        kind: 'point',
        coordinates: Float64Array.from(vertex),
        layer,
        record: this.#record++,
        ...labels(attributes, properties),
      },
    ];
  }

  line({ element, layer, attributes, properties, segments }: ReadLine): ExchangeFeature[] {
    if (segments.length === 0) return [];
    const name = attributes.get('name') ?? '';
    const paths = [];
    for (const read of segments) {
      const segment = this.#resolve(read);
      if (!segment) {
        this.#unresolved.push(name);
        return [];
      }
      const path = segmentPath(segment);
      if (!path) {
        this.#broken.push(name);
        return [];
      }
      if (path.gap !== undefined) {
        this.#spirals++;
        this.#widest = Math.max(this.#widest, path.gap);
        if ((segment.attributes.get('spiType') ?? 'clothoid') !== 'clothoid') this.#otherSpirals++;
      }
      paths.push(path);
    }
    const { isFlattened, ...geometry } = joinSegments(paths, element === 'Parcel');
    if (isFlattened) this.#flattened++;
    return [{ ...geometry, layer, record: this.#record++, ...labels(attributes, properties) }];
  }

  notes(): ErrorRecord[] {
    const notes: ErrorRecord[] = [];
    const named = (code: ErrorRecord['code'], names: readonly string[]) => {
      const params = { count: names.length, names: names.slice(0, 12).join(', ') };
      if (names.length > 0) notes.push({ code, params });
    };
    named('landxml.points-missing', this.#unresolved);
    named('landxml.geometry-unreadable', this.#broken);
    if (this.#spirals > 0) {
      const params = { count: this.#spirals, distance: this.#widest.toPrecision(2) };
      notes.push({ code: 'landxml.spirals-as-chords', params });
    }
    if (this.#otherSpirals > 0) {
      notes.push({ code: 'landxml.spirals-as-clothoids', params: { count: this.#otherSpirals } });
    }
    if (this.#flattened > 0) {
      notes.push({ code: 'landxml.heights-left-out', params: { count: this.#flattened } });
    }
    return notes;
  }

  #resolve({ element, attributes, places, list }: ReadSegment): Segment | null {
    const find = (name: string): Vertex | null | undefined => {
      const place = places.get(name);
      return place && this.#table.find(place);
    };
    const [start, end, centre, tangentPoint] = [find('Start'), find('End'), find('Center'), find('PI')];
    const vertices = list.map((place) => this.#table.find(place));
    if ([start, end, centre, tangentPoint, ...vertices].includes(null)) return null;
    return {
      element,
      attributes,
      start: start ?? undefined,
      end: end ?? undefined,
      centre: centre ?? undefined,
      tangentPoint: tangentPoint ?? undefined,
      list: vertices as Vertex[],
    };
  }
}

/** Name, code and properties: the code is the attribute, else the description. */
function labels(
  attributes: ReadonlyMap<string, string>,
  own: Readonly<Record<string, ExchangeValue>>,
): Pick<ExchangeFeature, 'name' | 'code' | 'properties'> {
  const [name, given, description] = ['name', 'code', 'desc'].map((key) => attributes.get(key) || undefined);
  const { code: ownCode, ...rest } = own;
  const code = given ?? (typeof ownCode === 'string' ? ownCode : undefined);
  const others = [...attributes].filter(([key]) => !plainAttributes.has(key) && key !== '__proto__');
  const properties: Record<string, ExchangeValue> = {
    ...Object.fromEntries(others),
    ...(code !== undefined && description !== undefined && code !== description ? { desc: description } : {}),
    ...rest,
  };
  return {
    ...(name === undefined ? {} : { name }),
    ...((code ?? description) === undefined ? {} : { code: (code ?? description)! }),
    ...(Object.keys(properties).length === 0 ? {} : { properties }),
  };
}

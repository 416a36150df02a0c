import { partsOf, withoutArcs } from '../exchange-geometry.ts';
import type { ExchangeFeature } from '../exchange-model.ts';
import { polygonsOf, turnedRing } from '../exchange-rings.ts';

const codes = { point: 1, line: 2, polygon: 3, multipoint: 4, multiline: 5, multipolygon: 6 } as const;

/** Writes well-known binary, little-endian, with Z or without. */
class WkbWriter {
  readonly #bytes: Uint8Array<ArrayBuffer>;
  readonly #view: DataView;
  readonly #hasZ: boolean;
  #at = 0;

  constructor(size: number, hasZ: boolean) {
    this.#bytes = new Uint8Array(size);
    this.#view = new DataView(this.#bytes.buffer);
    this.#hasZ = hasZ;
  }

  header(srsId: number): void {
    this.#bytes.set([0x47, 0x50, 0, 1]);
    this.#view.setInt32(4, srsId, true);
    this.#at = 8;
  }

  head(type: keyof typeof codes): void {
    this.#bytes[this.#at] = 1;
    this.#at++;
    this.count(codes[type] + (this.#hasZ ? 1000 : 0));
  }

  count(value: number): void {
    this.#view.setUint32(this.#at, value, true);
    this.#at += 4;
  }

  vertices(coordinates: Float64Array): void {
    for (const [i, value] of coordinates.entries()) {
      if (i % 3 === 2 && !this.#hasZ) continue;
      this.#view.setFloat64(this.#at, value, true);
      this.#at += 8;
    }
  }

  line(coordinates: Float64Array, isClosed: boolean): void {
    this.count(coordinates.length / 3 + (isClosed ? 1 : 0));
    this.vertices(coordinates);
    if (isClosed) this.vertices(coordinates.subarray(0, 3));
  }

  done(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#at);
  }
}

/**
 * A feature as a geometry of a GeoPackage: points as they are, all else as multiple geometries, arcs as chords. Outlines
 * run counter-clockwise, holes clockwise.
 * @param tolerance of chords to arcs, drawing units
 */
export function gpkgGeometry(
  feature: ExchangeFeature,
  { srsId, hasZ, tolerance }: { readonly srsId: number; readonly hasZ: boolean; readonly tolerance: number },
): Uint8Array<ArrayBuffer> {
  const flat = withoutArcs(feature, tolerance);
  const parts = partsOf(flat);
  const most = flat.coordinates.length / 3 + parts.length;
  const writer = new WkbWriter(64 + most * 33 + parts.length * 18, hasZ);
  writer.header(srsId);
  const each = (
    items: readonly Float64Array[],
    type: 'point' | 'line',
    write: (item: Float64Array) => void,
  ) => {
    writer.count(items.length);
    for (const item of items) {
      writer.head(type);
      write(item);
    }
  };
  switch (feature.kind) {
    case 'point':
      writer.head('point');
      writer.vertices(flat.coordinates);
      break;
    case 'multipoint': {
      writer.head('multipoint');
      const places = Array.from({ length: flat.coordinates.length / 3 }, (_, i) =>
        flat.coordinates.subarray(3 * i, 3 * i + 3),
      );
      each(places, 'point', (place) => writer.vertices(place));
      break;
    }
    case 'polyline':
      writer.head('multiline');
      each(
        parts.map(({ coordinates }) => coordinates),
        'line',
        (line) => writer.line(line, feature.closed === true),
      );
      break;
    case 'polygon': {
      const polygons = polygonsOf(parts);
      writer.head('multipolygon');
      writer.count(polygons.length);
      for (const rings of polygons) {
        writer.head('polygon');
        writer.count(rings.length);
        for (const { coordinates, isHole } of rings)
          writer.line(turnedRing(coordinates, isHole ? -1 : 1), true);
      }
    }
  }
  return writer.done();
}

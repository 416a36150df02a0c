import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { addLine, type LineSums, noLines } from '#domain/geometry/plane/line-sums.ts';

/** Lines of a text file as a stream; nothing is kept. */
function textLines(path: string, signal?: AbortSignal): AsyncIterable<string> {
  const input = createReadStream(path, { encoding: 'utf8', ...(signal ? { signal } : {}) });
  return createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
}

interface LineFeature {
  readonly type: string;
  readonly geometry: { readonly type: string; readonly coordinates: readonly (readonly number[])[] };
  readonly properties: { readonly elevation: number };
}

/** A feature's coordinates, x and y alternating. Throws where it is no line at its stated height. */
function placesOf({ type, geometry, properties }: LineFeature): number[] {
  if (type !== 'Feature' || geometry.type !== 'LineString') throw new RangeError(`a ${geometry.type}`);
  if (geometry.coordinates.some(([, , z]) => z !== properties.elevation)) {
    throw new RangeError(`a line that leaves its elevation of ${properties.elevation}`);
  }
  return geometry.coordinates.flatMap(([x, y]) => [x!, y!]);
}

/**
 * Sums the lines of a GeoJSON file with one feature per line of text, as contours are written. Throws for other files
 * and truncated ones.
 */
export async function sumGeoJsonLines(path: string, signal?: AbortSignal): Promise<LineSums> {
  let sums = noLines;
  let last = '';
  for await (const text of textLines(path, signal)) {
    if (text !== '') last = text;
    if (!text.startsWith('{"type":"Feature",')) continue;
    const feature = JSON.parse(text.endsWith(',') ? text.slice(0, -1) : text) as LineFeature;
    sums = addLine(sums, placesOf(feature), feature.properties.elevation);
  }
  if (last !== ']}') throw new RangeError(`it ends with "${last.slice(-20)}"`);
  return sums;
}

const groupCodes = { entity: 0, x: 10, y: 20, elevation: 38, flags: 70, count: 90 } as const;
const closedFlag = 1;

/**
 * Sums the lightweight polylines in the ENTITIES section of a DXF file. Throws for a group code that is no number, a
 * wrong vertex count, or a truncated file.
 */
export async function sumDxfLines(path: string, signal?: AbortSignal): Promise<LineSums> {
  let sums = noLines;
  let code: number | null = null;
  let entity = '';
  let line: { places: number[]; elevation: number; isClosed: boolean; count: number } | null = null;

  function finishLine(): void {
    if (!line) return;
    const { places, elevation, isClosed, count } = line;
    if (places.length !== 2 * count || places.some(Number.isNaN)) {
      throw new RangeError(`a polyline of ${places.length / 2} vertices that tells of ${count}`);
    }
    if (isClosed) places.push(places[0]!, places[1]!);
    sums = addLine(sums, places, elevation);
    line = null;
  }

  function take(group: number, value: string): void {
    if (group === groupCodes.entity) {
      finishLine();
      entity = value;
      if (entity === 'LWPOLYLINE') line = { places: [], elevation: 0, isClosed: false, count: 0 };
    } else if (line && (group === groupCodes.x || group === groupCodes.y)) line.places.push(Number(value));
    else if (line && group === groupCodes.elevation) line.elevation = Number(value);
    else if (line && group === groupCodes.flags) line.isClosed = (Number(value) & closedFlag) !== 0;
    else if (line && group === groupCodes.count) line.count = Number(value);
  }

  for await (const text of textLines(path, signal)) {
    if (code === null) {
      code = Number(text);
      if (text.trim() === '' || !Number.isInteger(code))
        throw new RangeError(`a group code "${text.slice(0, 20)}"`);
    } else {
      take(code, text.trim());
      code = null;
    }
  }
  finishLine();
  if (entity !== 'EOF') throw new RangeError('it ends before its end of file');
  return sums;
}

import type { SavedData } from '../migrations.ts';
import { type DrawingOverlay, type OverlayImage, type OverlayPair, overlayFits } from '../overlay.ts';
import {
  badRecord,
  booleanOf,
  choiceOf,
  colourOf,
  idOf,
  isRecord,
  numberOf,
  numberWithin,
  textOf,
} from './records.ts';

/** Pairs of one overlay at most. */
export const maxOverlayPairs = 1000;
const sides = [1, 2 ** 31 - 1] as const;

/** Reads one overlay, checking every field. @throws drawing.bad-record */
export function parseOverlay(value: SavedData, place: string): DrawingOverlay {
  const { pairs } = value;
  const image = imageOf(value['image'], place);
  const fit = choiceOf(value, 'fit', overlayFits, place);
  if (fit === 'file' && !image.isPlaced)
    throw badRecord(place, 'file-without-a-place', { file: image.source });
  if (!Array.isArray(pairs)) throw badRecord(place, 'not-a-list');
  if (pairs.length > maxOverlayPairs) throw badRecord(place, 'list-is-too-long', { limit: maxOverlayPairs });
  return {
    id: idOf(value, place),
    name: textOf(value, 'name', place),
    image,
    fit,
    pairs: pairs.map((pair: unknown) => pairOf(pair, place)),
    opacity: numberWithin(value, 'opacity', [0, 1], place),
    isVisible: booleanOf(value, 'isVisible', place),
    isDraped: booleanOf(value, 'isDraped', place),
    elevation: numberOf(value, 'elevation', place),
    rank: numberOf(value, 'rank', place),
  };
}

function imageOf(value: unknown, place: string): OverlayImage {
  if (!isRecord(value)) throw badRecord(place, 'not-an-object');
  const hash = textOf(value, 'hash', place);
  if (!/^[0-9a-f]{64}$/.test(hash))
    throw badRecord(place, 'value-is-not-known', { field: 'hash', value: hash });
  return {
    hash,
    source: textOf(value, 'source', place),
    width: numberWithin(value, 'width', sides, place),
    height: numberWithin(value, 'height', sides, place),
    isPlaced: booleanOf(value, 'isPlaced', place),
  };
}

function pairOf(value: unknown, place: string): OverlayPair {
  if (!isRecord(value)) throw badRecord(place, 'not-an-object');
  return {
    id: idOf(value, place),
    colour: colourOf(value, place),
    isVisible: booleanOf(value, 'isVisible', place),
    image: placeOf(value, 'image', place),
    site: placeOf(value, 'site', place),
  };
}

function placeOf(value: SavedData, field: string, place: string): readonly [number, number] {
  const found = value[field];
  if (!Array.isArray(found) || found.length !== 2 || !found.every(Number.isFinite)) {
    throw badRecord(place, 'field-is-not-two-numbers', { field });
  }
  return [found[0] as number, found[1] as number];
}

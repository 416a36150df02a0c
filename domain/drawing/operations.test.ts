import { describe, expect, it } from 'vitest';
import { createRandom } from '../math/random.ts';
import { type DrawingDocument, emptyDrawing } from './document.ts';
import type { DrawingFeature } from './feature.ts';
import {
  applyOperations,
  changedRecords,
  contestedIds,
  type DrawingOperation,
  type DrawingRecord,
  drawingTables,
  recordOperations,
  savedOf,
  tablesOf,
} from './operations.ts';
import { parseDrawing } from './parse/parse-drawing.ts';
import { serialiseDrawing } from './serialise.ts';

function createLine(id: string, count = 4): DrawingFeature {
  const coordinates = Array.from({ length: count }, (_, i) => [
    500_000.25 + i,
    4_500_000.5 - i,
    i % 2 ? Number.NaN : i,
  ]).flat();
  return { id, kind: 'polyline', layerId: 'layer-1', code: 'EP', name: id, coordinates, rank: 1 };
}

const documentOf = (...features: DrawingFeature[]): DrawingDocument => ({
  ...emptyDrawing('Drawing'),
  features: Object.fromEntries(features.map((feature) => [feature.id, feature])),
});

/** The operations between two documents. */
function operationsBetween(before: DrawingDocument, after: DrawingDocument): DrawingOperation[] {
  return drawingTables.flatMap((table) => {
    const ids = new Set([...Object.keys(before[table]), ...Object.keys(after[table])]);
    return [...ids].flatMap((id) => {
      const record = (document: DrawingDocument): DrawingRecord | null => document[table][id] ?? null;
      return recordOperations(table, id, record(before), record(after));
    });
  });
}

/** What a server keeps: the saved document with the operations applied. */
function applied(before: DrawingDocument, operations: readonly DrawingOperation[]): DrawingDocument {
  const saved = JSON.parse(JSON.stringify(serialiseDrawing(before)));
  const tables = tablesOf(saved);
  applyOperations(tables, JSON.parse(JSON.stringify(operations)));
  return parseDrawing(savedOf(tables, saved.schemaVersion));
}

describe('operations of a drawing', () => {
  it('of one vertex of a long line are short and give the same line', () => {
    const long = createLine('long', 10_000);
    const coordinates = [...long.coordinates];
    coordinates[3 * 5000] = 1.5;
    const [before, after] = [documentOf(long), documentOf({ ...long, coordinates })];
    const operations = operationsBetween(before, after);
    expect(operations).toMatchObject([{ op: 'splice', index: 5000, remove: 1 }]);
    expect(JSON.stringify(operations).length).toBeLessThan(200);
    expect(applied(before, operations)).toEqual(after);
  });

  it('add, remove, and change fields, dropping those that are gone', () => {
    const before = documentOf({ ...createLine('a'), purpose: 'contour' }, createLine('b'));
    const layer = before.layers['layer-1']!;
    const after: DrawingDocument = {
      ...documentOf({ ...createLine('a'), name: 'Ä', isClosed: true }, createLine('c')),
      layers: { ...before.layers, 'layer-2': { ...layer, id: 'layer-2', rank: 2 } },
    };
    const operations = operationsBetween(before, after);
    expect(applied(before, operations)).toEqual(after);
    expect(operations).toContainEqual({
      op: 'change',
      table: 'features',
      id: 'a',
      fields: { name: 'Ä', isClosed: true },
      dropped: ['purpose'],
    });
  });

  it('give any later version of any lines', () => {
    const random = createRandom(3);
    const whole = (limit: number) => Math.floor(random.next() * limit);
    for (let round = 0; round < 200; round++) {
      const before = createLine('a', 2 + whole(12));
      const coordinates = [...before.coordinates];
      const insert = Array.from({ length: 3 * whole(4) }, () => random.next());
      coordinates.splice(3 * whole(coordinates.length / 3), 3 * whole(3), ...insert);
      if (coordinates.length < 6) continue;
      const [from, to] = [documentOf(before), documentOf({ ...before, coordinates })];
      expect(applied(from, operationsBetween(from, to))).toEqual(to);
    }
  });

  it('become records of another copy of the drawing', () => {
    const before = documentOf(createLine('a'), createLine('b'));
    const moved = { ...createLine('a'), coordinates: [1, 2, 3, ...createLine('a').coordinates.slice(3)] };
    const operations = [
      ...operationsBetween(before, documentOf(moved, createLine('b'))),
      { op: 'remove', table: 'features', id: 'b' } as const,
    ];
    expect(changedRecords(before, operations)).toEqual([
      { table: 'features', id: 'a', record: moved },
      { table: 'features', id: 'b', record: null },
    ]);
  });

  it('are refused where they name what is not there, or leave what cannot be', () => {
    const before = documentOf(createLine('a'));
    const wrong: DrawingOperation[][] = [
      [{ op: 'change', table: 'features', id: 'x', fields: {}, dropped: [] }],
      [{ op: 'change', table: 'features', id: 'constructor', fields: {}, dropped: [] }],
      [{ op: 'splice', id: 'a', index: 3, remove: 2, insert: [] }],
      [{ op: 'splice', id: 'a', index: 0, remove: 3, insert: [] }],
      [{ op: 'change', table: 'features', id: 'a', fields: { kind: 'moat' }, dropped: [] }],
    ];
    const codes = wrong.map((operations) => {
      try {
        changedRecords(before, operations);
        return null;
      } catch (error) {
        return (error as { code: string }).code;
      }
    });
    const [operation, record] = ['drawing.bad-operation', 'drawing.bad-record'];
    expect(codes).toEqual([operation, operation, operation, record, record]);
  });

  it('contest the records that both change', () => {
    const remove = (id: string) => ({ op: 'remove', table: 'features', id }) as const;
    expect(contestedIds([remove('a'), remove('b')], [remove('b'), remove('c')])).toEqual(new Set(['b']));
  });
});

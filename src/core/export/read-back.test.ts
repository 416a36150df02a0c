import { describe, expect, it } from 'vitest';
import { readCrs } from '#domain/crs/read-crs.ts';
import { emptyDrawing } from '#domain/drawing/document.ts';
import { exportFormats } from '#domain/drawing/export/export-options.ts';
import type { DrawingFeature } from '#domain/drawing/feature.ts';
import { writtenFaults } from '#domain/drawing/verify/check-written.ts';
import { blobSource } from '#domain/formats/blob-source.ts';
import { readDxf } from '#domain/formats/dxf/read/read-dxf.ts';
import { writeDxf } from '#domain/formats/dxf/write-dxf.ts';
import type { ExchangeDrawing } from '#domain/formats/exchange-model.ts';
import { createBench } from '#tests/support/editor.ts';
import { createExportRequest } from '#tests/support/export-request.ts';

const size = { value: 2, on: 'ground' } as const;

function feature(
  id: string,
  kind: DrawingFeature['kind'],
  places: number[],
  more: object = {},
): DrawingFeature {
  const coordinates = places.map((value, i) => value + [500_000, 4_500_000, 0][i % 3]!);
  return { id, kind, layerId: 'layer-1', code: 'EP', name: id, coordinates, rank: 1, ...more };
}

/** One of everything that a drawing can have. */
const features = [
  feature('p', 'point', [1, 2, 3]),
  feature('s', 'point', [5, 5, 4], { look: { symbol: 'manhole' } }),
  feature('m', 'multipoint', [1, 1, 1, 2, 2, 2]),
  feature('l', 'polyline', [0, 0, 0, 10, 0, 0, 20, 5, 1]),
  feature('a', 'polyline', [0, 0, 2, 10, 0, 2], { bulges: [1, 0] }),
  feature('c', 'polyline', [0, 0, 0, 3, 0, 0, 3, 3, 0], { isClosed: true }),
  feature('h', 'polygon', [0, 0, 1, 10, 0, 1, 10, 10, 1, 0, 10, 1, 2, 2, 1, 4, 2, 1, 4, 4, 1], {
    holeStarts: [4],
  }),
  feature('t', 'annotation', [1, 19, 0], { annotation: { form: 'text', text: 'Tree', size, rotation: 0 } }),
  feature('d', 'annotation', [0, 0, 0, 10, 0, 0, 0, 3, 0], {
    annotation: { form: 'dimension', text: '', size, rotation: 0 },
  }),
  feature('n', 'tin', [0, 0, 0, 5, 0, 1, 0, 5, 2], { triangles: [0, 1, 2] }),
];

async function exportAll() {
  const { definition } = await readCrs([{ source: 'user', payload: 'EPSG:26917' }]);
  const bench = await createBench({ facts: { system: definition } });
  const { editor } = bench;
  const document = {
    ...emptyDrawing('Drawing'),
    features: Object.fromEntries(features.map((each) => [each.id, each])),
  };
  await editor.dispatch('document.replace', { document }, 'panel');
  const faults: Record<string, string[]> = {};
  for (const format of exportFormats) {
    await editor.dispatch('drawing.export', createExportRequest({ format }), 'panel');
    await editor.settle();
    const codes = (editor.views.status.written?.changes ?? []).map(({ code }) => code);
    faults[format] = codes.filter((code) => code.startsWith('export.read-back') || code.startsWith('dxf'));
    await editor.dispatch('written.dismiss', null, 'panel');
  }
  return { faults, files: bench.files };
}

describe('a written file, read again', () => {
  it('gives back all that its format can hold, in every format', async () => {
    const { faults, files } = await exportAll();
    expect(files).toHaveLength(exportFormats.length);
    expect(Object.values(faults).flat()).toEqual([]);
  });

  it('lacks nothing where a drawing has no elevations', async () => {
    const drawing: ExchangeDrawing = {
      layers: [{ name: 'Kerbs', colour: '#ff0000' }],
      features: [
        {
          kind: 'polyline',
          coordinates: Float64Array.of(0, 0, Number.NaN, 5, 5, Number.NaN),
          layer: 'Kerbs',
        },
        { kind: 'point', coordinates: Float64Array.of(1, 2, 130), layer: 'Kerbs' },
      ],
      unit: null,
    };
    const source = blobSource(new Blob([...writeDxf(drawing)]), 'x.dxf');
    const read = await readDxf(source, { tolerance: 0.001 });
    expect(writtenFaults(drawing, read, 'dxf')).toEqual([]);
  });
});

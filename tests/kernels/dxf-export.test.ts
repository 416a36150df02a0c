import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeDxf } from '#domain/formats/dxf/write-dxf.ts';
import { INTERNATIONAL_FOOT, METRE } from '#domain/units/units.ts';
import { createExportDrawing } from '../support/export-drawing.ts';
import { describeWithGdal, gdal, scratchFolder } from '../support/gdal-tools.ts';

function dxfText(...parameters: Parameters<typeof writeDxf>): string {
  return Buffer.concat([...writeDxf(...parameters)]).toString('latin1');
}

type Pair = [code: number, value: string];

function pairsOf(text: string): Pair[] {
  const lines = text.split('\n');
  return Array.from({ length: Math.floor(lines.length / 2) }, (_, i) => [
    Number(lines[2 * i]),
    lines[2 * i + 1]!,
  ]);
}

function createPairs(...parameters: Partial<Parameters<typeof writeDxf>>): Pair[] {
  const [drawing, options] = parameters;
  return pairsOf(dxfText(drawing ?? createExportDrawing(), options));
}

function headerValue(pairs: Pair[], name: string): string {
  return pairs[pairs.findIndex(([code, value]) => code === 9 && value === name) + 1]![1];
}

describe('DXF structure', () => {
  it('is text in pairs, every section begun and ended', () => {
    const text = dxfText(createExportDrawing());
    expect(text).toMatch(/^[\x20-\x7e\xa0-\xff\n]*$/);
    expect(text).toContain('\\U+6D4B');
    const pairs = pairsOf(text);
    expect(pairs.every(([code]) => Number.isInteger(code))).toBe(true);
    const marks = pairs.filter(([code]) => code === 0).map(([, value]) => value);
    expect(marks.filter((mark) => mark === 'SECTION').length).toBe(6);
    expect(marks.filter((mark) => mark === 'ENDSEC').length).toBe(6);
    expect(marks.at(-1)).toBe('EOF');
  });

  it('has handles that are unique, below the seed, and owners that exist', () => {
    const pairs = createPairs(createExportDrawing(), { labelHeight: 2 });
    const start = pairs.findIndex(([, value]) => value === 'TABLES');
    const body = pairs.slice(start);
    const handles = body.filter(([code]) => code === 5 || code === 105).map(([, value]) => value);
    expect(new Set(handles).size).toBe(handles.length);
    const seed = Number.parseInt(headerValue(pairs, '$HANDSEED'), 16);
    expect(Math.max(...handles.map((handle) => Number.parseInt(handle, 16)))).toBe(seed - 1);
    const known = new Set([...handles, '0']);
    const pointers = body.filter(([code]) => code === 330 || code === 340 || code === 350 || code === 390);
    expect(pointers.filter(([, value]) => !known.has(value))).toEqual([]);
  });

  it('gives layers their line types, with the patterns that it names', () => {
    const drawing = createExportDrawing();
    const layers = drawing.layers.map((layer) => ({ ...layer, lineType: 'dash-dot' as const }));
    const pairs = createPairs({ ...drawing, layers });
    const recordsOf = (kind: string) =>
      pairs.flatMap(([code, value], i) => {
        if (code !== 0 || value !== kind) return [];
        const end = pairs.findIndex(([other], j) => j > i && other === 0);
        return [pairs.slice(i, end)];
      });
    const valuesOf = (record: Pair[], wanted: number) =>
      record.filter(([code]) => code === wanted).map(([, value]) => value);
    const typed = recordsOf('LAYER').filter((record) => valuesOf(record, 6)[0] === 'DASHDOT');
    expect(typed.length).toBe(layers.filter(({ name }) => name !== '0').length);
    const pattern = recordsOf('LTYPE').find((record) => valuesOf(record, 2)[0] === 'DASHDOT')!;
    expect(valuesOf(pattern, 49).map(Number)).toEqual([0.5, -0.25, 0, -0.25]);
    expect(Number(valuesOf(pattern, 40)[0])).toBe(1);
    expect(valuesOf(pattern, 73)).toEqual(['4']);
  });

  it('states the unit', () => {
    const unitOf = (unit: typeof METRE | null) =>
      headerValue(createPairs({ ...createExportDrawing(), unit }), '$INSUNITS');
    expect(headerValue(createPairs(), '$INSUNITS')).toBe('21');
    expect(unitOf(METRE)).toBe('6');
    expect(unitOf(INTERNATIONAL_FOOT)).toBe('2');
    expect(unitOf(null)).toBe('0');
  });

  it('closes polygons and contours, and keeps heights of lines in space', () => {
    const pairs = createPairs();
    const kinds = pairs.filter(([code]) => code === 0).map(([, value]) => value);
    const count = (kind: string) => kinds.filter((other) => other === kind).length;
    expect(count('POLYLINE')).toBe(3);
    expect(count('VERTEX')).toBe(3 + 8);
    expect(count('SEQEND')).toBe(3);
    expect(count('LWPOLYLINE')).toBe(1);
    expect(count('3DFACE')).toBe(2);
    const flags = pairs.flatMap(([code, value], i) =>
      code === 100 && value === 'AcDb3dPolyline' ? [pairs.slice(i, i + 6).at(-1)] : [],
    );
    expect(flags.map((flag) => flag![1])).toEqual(['8', '9', '9']);
  });

  it('keeps name and code as extended data of the application', () => {
    const pairs = createPairs();
    const at = pairs.findIndex(([code, value]) => code === 1001 && value === 'PLUMBLINE');
    expect(pairs.slice(at + 1, at + 3)).toEqual([
      [1000, 'name=101'],
      [1000, 'code=EP'],
    ]);
  });

  it('refuses layers and coordinates that cannot be', () => {
    const drawing = createExportDrawing();
    const stray = { ...drawing.features[0]!, layer: 'Nowhere' };
    expect(() => writeDxf({ ...drawing, features: [stray] })).toThrow('export.unknown-layer');
    const broken = { ...drawing.features[0]!, coordinates: Float64Array.of(1, Infinity, 0) };
    expect(() => writeDxf({ ...drawing, features: [broken] })).toThrow('export.bad-geometry');
  });

  it('writes large surfaces in pieces', () => {
    const drawing = createExportDrawing();
    const triangles = new Uint32Array(3 * 5000).map((_, i) => i % 3);
    const surfaces = [{ ...drawing.surfaces![0]!, triangles }];
    const sizes = [...writeDxf({ ...drawing, surfaces })].map(({ length }) => length);
    expect(sizes.length).toBeGreaterThan(10);
    expect(Math.max(...sizes)).toBeLessThan(1 << 17);
  });
});

describeWithGdal('DXF read by GDAL', () => {
  const path = join(scratchFolder(), 'drawing.dxf');

  it('has the same layers, kinds and coordinates', () => {
    writeFileSync(path, Buffer.concat([...writeDxf(createExportDrawing(), { labelHeight: 2 })]));
    const features = JSON.parse(
      gdal('ogr2ogr', '-f', 'GeoJSON', '-lco', 'COORDINATE_PRECISION=9', '/vsistdout/', path),
    ).features as {
      properties: { Layer: string; Text?: string; SubClasses: string };
      geometry: { type: string; coordinates: unknown };
    }[];
    const byLayer = (layer: string) => features.filter(({ properties }) => properties.Layer === layer);
    const points = byLayer('Points');
    expect(points.map(({ properties }) => properties.Text ?? null)).toEqual([null, '101', null, 'Brücke']);
    expect(points[0]!.geometry.coordinates).toEqual([6512345.125, 2104567.25, 101.5]);
    const [edge] = byLayer('Edge of road _ left');
    expect(edge!.geometry).toEqual({
      type: 'LineString',
      coordinates: [
        [6512300, 2104500, 100],
        [6512310, 2104505, 101.25],
        [6512320, 2104500, 102.5],
      ],
    });
    const [contour] = byLayer('Höhenlinien');
    expect(JSON.stringify(contour!.geometry.coordinates)).toContain(
      '[6512310.0,2104605.0,105.0]'.replaceAll('.0', ''),
    );
    const surface = byLayer('Surface');
    expect(surface.filter(({ properties }) => properties.SubClasses.includes('AcDbFace')).length).toBe(2);
    expect(surface.length).toBe(4);
  });

  it('has arcs, blocks of symbols with attributes, and texts of several lines', () => {
    const drawing = {
      layers: [{ name: 'A', colour: '#ff0000', isLocked: true, lineWeight: 0.5 }],
      unit: METRE,
      symbols: [
        {
          name: 'post',
          parts: [
            { kind: 'circle', x: 0, y: 0, radius: 1 },
            { kind: 'area', points: [0, 0, 1, 0, 1, 1] },
          ],
        },
      ],
      features: [
        {
          kind: 'polyline',
          coordinates: Float64Array.of(0, 0, 7, 10, 0, 7),
          bulges: Float64Array.of(1, 0),
          layer: 'A',
          style: { colour: '#0000ff' },
        },
        {
          kind: 'point',
          coordinates: Float64Array.of(100, 200, 5),
          layer: 'A',
          name: '7',
          symbol: { name: 'post', rotation: Math.PI / 2, scale: 2 },
          properties: { kind: 'oak' },
        },
      ],
      texts: [{ text: 'one\ntwo', x: 1, y: 2, z: 0, height: 1, angle: 0, layer: 'A' }],
    } as const;
    const file = join(scratchFolder(), 'symbols.dxf');
    writeFileSync(file, Buffer.concat([...writeDxf(drawing, { labelHeight: 1 })]));
    const { features } = JSON.parse(gdal('ogr2ogr', '-f', 'GeoJSON', '-dim', 'XYZ', '/vsistdout/', file)) as {
      features: {
        properties: { Text: string | null; SubClasses: string };
        geometry: { coordinates: number[][]; geometries?: unknown[] };
      }[];
    };
    const of = (part: string) => features.filter(({ properties }) => properties.SubClasses.includes(part));
    const arc = of('AcDbPolyline')[0]!.geometry.coordinates;
    for (const [x, y, z] of arc) {
      expect(Math.hypot(x! - 5, y!)).toBeCloseTo(5, 6);
      expect(z).toBe(7);
    }
    expect(of('AcDbMText')[0]!.properties.Text).toBe('one\ntwo');
    expect(of('AcDbAttribute').map(({ properties }) => properties.Text)).toEqual(['7', 'oak']);
    const drawn = of('AcDbBlockReference').flatMap(({ geometry }) =>
      JSON.stringify(geometry).match(/-?[\d.]+/g),
    );
    expect(drawn.map(Number)).toContain(198);
  });
});

import { describe, expect, it } from 'vitest';
import { METRE } from '../units/units.ts';
import { contourFeatures, contourTexts, isIndexLevel } from './contour-features.ts';
import { renamedNotes } from './dxf/renamed-layers.ts';
import { writeDxf } from './dxf/write-dxf.ts';
import type { ExchangeDrawing } from './exchange-model.ts';
import { writeGeoJson } from './geojson/write-geojson.ts';

/** A ring at 10 m and a line from north to south at 11 m. */
const lines = {
  levels: Float64Array.of(10, 11),
  lineLevels: Uint32Array.of(0, 1),
  starts: Uint32Array.of(0, 5, 7),
  coordinates: Float64Array.of(0, 0, 40, 0, 40, 30, 0, 30, 0, 0, 50, 30, 50, 0),
};

const drawing = (over: Partial<ExchangeDrawing>): ExchangeDrawing => ({
  layers: [{ name: 'C', colour: '#a0703c' }],
  features: contourFeatures(lines, () => 'C'),
  unit: METRE,
  ...over,
});
const dxfOf = (over: Partial<ExchangeDrawing>) =>
  Buffer.concat([...writeDxf(drawing(over))]).toString('latin1');

describe('contours of an export', () => {
  it('are closed where they are rings, in every format', () => {
    const [ring, line] = contourFeatures(lines, () => 'C');
    expect([ring?.closed, ring?.coordinates.length, line?.closed]).toEqual([true, 12, undefined]);
    const json = JSON.parse(
      [...writeGeoJson(drawing({}), { crs: { kind: 'project', epsg: null } })].join(''),
    );
    const [first] = json.features;
    expect(first.geometry.coordinates.at(-1)).toEqual(first.geometry.coordinates[0]);
    expect(first.geometry.coordinates).toHaveLength(5);
    expect(
      [...dxfOf({}).matchAll(/AcDbPolyline\n90\n(\d)\n70\n(\d)/g)].map(([, n, flag]) => [n, flag]),
    ).toEqual([
      ['4', '1'],
      ['2', '0'],
    ]);
  });

  it('carry their elevations along index contours, upright', () => {
    const texts = contourTexts(lines, (level) => level === 11, 'L');
    expect(texts).toEqual([{ text: '11', x: 50, y: 15, z: 11, height: 0.25, angle: 90, layer: 'L' }]);
    expect(contourTexts(lines, isIndexLevel(lines), 'L').map(({ text }) => text)).toEqual(['10']);
    const dxf = dxfOf({ layers: [...drawing({}).layers, { name: 'L', colour: '#000000' }], texts });
    expect(dxf).toMatch(/\nTEXT\n[\s\S]*?\n8\nL\n[\s\S]*?\n1\n11\n50\n90\.0\n/);
    expect(() => dxfOf({ texts })).toThrow('export.unknown-layer');
  });
});

describe('DXF', () => {
  it('gets percent signs in a row as the characters that they are', () => {
    const texts = ['%%d', '50%', 'a%%%'].map((text) => ({
      ...contourTexts(lines, () => true, 'C')[0]!,
      text,
    }));
    const written = [...dxfOf({ texts }).matchAll(/\n40\n.*\n1\n(.*)\n50\n/g)].map(([, text]) => text);
    expect(written).toEqual(['%%%%%%d', '50%', 'a%%%%%%%%%']);
  });

  it('has its renamed layers listed', () => {
    const layers = ['0', 'Curb', 'CURB', 'EP/CURB', 'Łódź'].map((name) => ({ name, colour: '#000000' }));
    expect(renamedNotes({ layers })).toEqual([
      { code: 'export.layer-renamed', params: { layer: 'CURB', written: 'CURB_2' } },
      { code: 'export.layer-renamed', params: { layer: 'EP/CURB', written: 'EP_CURB' } },
    ]);
  });
});

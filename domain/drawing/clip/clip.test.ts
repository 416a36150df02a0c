import { describe, expect, it } from 'vitest';
import type { DrawingDocument } from '../document.ts';
import { emptyDrawing } from '../document.ts';
import type { DrawingFeature } from '../feature.ts';
import { type ClipSystem, readClip, writeClip } from './drawing-clip.ts';
import { pastedRecords } from './paste-records.ts';

const system: ClipSystem = {
  wkt: null,
  name: 'Site',
  planMetres: 1,
  heightMetres: 0.3048,
  isAngular: false,
};
const line: DrawingFeature = {
  id: 'a',
  kind: 'polyline',
  layerId: 'roads',
  code: 'EP',
  name: '',
  coordinates: [0, 0, Number.NaN, 5, 0, 2],
  bulges: [0.5, 0],
  look: { colour: '#ff0000' },
  attributes: { surface: 'gravel' },
  rank: 4,
};
const roads = {
  id: 'roads',
  name: 'Roads',
  colour: '#112233',
  isVisible: true,
  isLocked: true,
  rank: 2,
} as const;
const code = { id: 'c', code: 'ep', name: 'Edge', kinds: [], attributes: [], rank: 1 };
const source: DrawingDocument = {
  ...emptyDrawing('Drawing'),
  layers: { roads, other: { ...roads, id: 'other', name: 'Other' } },
  codes: { c: code, d: { ...code, id: 'd', code: 'CL' } },
};
const createIds = () => {
  let made = 0;
  return () => `new-${++made}`;
};

describe('copied features', () => {
  it('carry the layers and codes that they need, and come back exactly', () => {
    const clip = readClip(writeClip(source, [line], system));
    expect(clip.features).toEqual([line]);
    expect(Object.keys(clip.layers)).toEqual(['roads']);
    expect(Object.keys(clip.codes)).toEqual(['c']);
    expect(clip.system).toEqual(system);
  });

  it('are refused where they are none, too new, or too much', () => {
    const fails = (text: string, code: string) =>
      expect(() => readClip(text)).toThrow(expect.objectContaining({ code }));
    const text = writeClip(source, [line], system);
    fails('', 'clip.not-features');
    fails('{"plumblineFeatures"', 'clip.not-features');
    fails('{"plumblineFeatures":"x"}', 'clip.not-features');
    fails(writeClip(source, [], system), 'drawing.not-a-document');
    fails(text.replace('"plumblineFeatures":1', '"plumblineFeatures":2'), 'clip.too-new');
    fails(text.replace('"schemaVersion":5', '"schemaVersion":99'), 'drawing.too-new');
    fails(text.replace('"polyline"', '"spiral"'), 'drawing.bad-record');
    fails(`{"plumblineFeatures":1,"drawing":${'['.repeat(50)}${']'.repeat(50)}}`, 'clip.too-large');
    const coordinates = new Array<number>(3 * 1_500_001).fill(1);
    expect(() => writeClip(source, [{ ...line, coordinates }], system)).toThrow(
      expect.objectContaining({ code: 'clip.too-large' }),
    );
  });

  it('believe no unit that cannot be one', () => {
    const text = writeClip(source, [line], { ...system, planMetres: -1, heightMetres: 1e9 });
    expect(readClip(text).system).toMatchObject({ planMetres: null, heightMetres: null });
  });
});

describe('pasted records', () => {
  const clip = readClip(writeClip(source, [line], system));

  it('bring layers that are missing, shown and unlocked, and codes', () => {
    const pasted = pastedRecords(clip, clip.features, emptyDrawing('Drawing'), createIds());
    const [layer] = pasted.layers;
    expect(layer).toMatchObject({ name: 'Roads', colour: '#112233', isVisible: true, rank: 2 });
    expect(layer).not.toHaveProperty('isLocked');
    expect(pasted.features[0]).toMatchObject({ layerId: layer!.id, rank: 1, look: line.look });
    expect(pasted.features[0]!.id).not.toBe('a');
    expect(pasted.codes.map((entry) => entry.code)).toEqual(['ep']);
    expect(pasted.notes).toEqual([]);
  });

  it('keep layers and codes that are there, and tell where they differ', () => {
    const own = { id: 'r', name: 'Roads', colour: '#ffffff', isVisible: false, rank: 1 };
    const target = { layers: { r: own }, features: {}, codes: { x: { ...code, id: 'x', name: 'Pavement' } } };
    const pasted = pastedRecords(clip, clip.features, target, createIds());
    expect(pasted).toMatchObject({ layers: [], shown: [own], codes: [] });
    expect(pasted.features[0]?.layerId).toBe('r');
    expect(pasted.notes).toEqual([
      { code: 'clip.layers-kept', params: { count: 1 } },
      { code: 'clip.codes-kept', params: { count: 1 } },
    ]);
  });

  it('never come onto a locked layer', () => {
    const own = {
      id: 'r',
      name: 'Roads',
      colour: '#112233',
      isVisible: true,
      isLocked: true,
      rank: 1,
    } as const;
    expect(() =>
      pastedRecords(clip, clip.features, { layers: { r: own }, features: {}, codes: {} }, createIds()),
    ).toThrow(expect.objectContaining({ code: 'drawing.layer-locked', params: { name: 'Roads' } }));
  });
});

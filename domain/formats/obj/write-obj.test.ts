import { describe, expect, it } from 'vitest';
import { writeMtl, writeObj } from './write-obj.ts';

describe('OBJ', () => {
  it('tells vertices, places in the texture and triangles, counted from 1', () => {
    const mesh = {
      positions: Float32Array.of(0, 0, 1, 10.25, 0, 2, 10, 5, -3.0004),
      places: Float32Array.of(0, 1, 1, 1, 0.5, 0.25),
      triangles: Uint32Array.of(0, 1, 2),
    };
    const text = [...writeObj(mesh, { comments: ['a\nb', 'c'], name: 'site', materialFile: 'm.mtl' })].join(
      '',
    );
    expect(text.split('\n')).toEqual([
      '# a b',
      '# c',
      'mtllib m.mtl',
      'o site',
      'usemtl site',
      'v 0.000 0.000 1.000',
      'v 10.250 0.000 2.000',
      'v 10.000 5.000 -3.000',
      'vt 0.000000 0.000000',
      'vt 1.000000 0.000000',
      'vt 0.500000 0.750000',
      'f 1/1 2/2 3/3',
      '',
    ]);
    expect(writeMtl('site', 't.jpg')).toContain('map_Kd t.jpg\n');
  });

  it('writes large meshes in pieces without losing a line', () => {
    const count = 25_000;
    const mesh = {
      positions: new Float32Array(3 * count),
      places: new Float32Array(2 * count),
      triangles: new Uint32Array(3 * count),
    };
    const pieces = [...writeObj(mesh, { comments: [], name: 'n', materialFile: 'm' })];
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(400_000);
    expect(pieces.join('').split('\n').length).toBe(3 * count + 4);
  });
});

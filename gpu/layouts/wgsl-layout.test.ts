import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { resolveWgsl } from '../../scripts/vite-wgsl.mjs';
import { writeStruct } from './struct-writer.ts';
import { structLayout, wgslConstants } from './wgsl-layout.ts';

const offsets = (code: string, name = 'S') =>
  Object.fromEntries(
    Object.entries(structLayout(code, name).fields).map(([key, field]) => [key, field.offset]),
  );

describe('structLayout', () => {
  it('pads vectors of three to sixteen bytes and lets a scalar follow in the gap', () => {
    const code = 'struct S { a: vec3f, b: f32, c: vec3f, d: vec2u, e: vec2<f32>, f: u32 }';
    expect(offsets(code)).toEqual({ a: 0, b: 12, c: 16, d: 32, e: 40, f: 48 });
    expect(structLayout(code, 'S').size).toBe(64);
    expect(structLayout(code, 'S').align).toBe(16);
  });

  it('lays matrices out by padded columns', () => {
    const layout = structLayout('struct S { m: mat3x3f, n: mat4x4<f32>, z: i32 }', 'S');
    expect(layout.fields['m']).toMatchObject({ offset: 0, size: 48, columnStride: 16 });
    expect(layout.fields['n']).toMatchObject({ offset: 48, size: 64, columnStride: 16 });
    expect(layout.fields['z']).toMatchObject({ offset: 112, scalar: 'i32' });
    expect(layout.size).toBe(128);
  });

  it('reads past comments and refuses what it cannot lay out', () => {
    expect(offsets('struct S {\n // b: f32,\n a: f32, /* c: u32 */ d: u32,\n}')).toEqual({ a: 0, d: 4 });
    expect(() => structLayout('struct S { a: array<f32, 4> }', 'S')).toThrow(/cannot read member/);
    expect(() => structLayout('struct S { a: f16 }', 'S')).toThrow(/f16/);
    expect(() => structLayout('struct S { a: f32 }', 'T')).toThrow(/no struct T/);
  });

  it('reads every uniform struct of the shaders', () => {
    const folder = resolve(import.meta.dirname, '../../shaders/render');
    for (const file of readdirSync(folder)) {
      const { code } = resolveWgsl(resolve(folder, file));
      for (const [, name] of code.matchAll(/var<uniform>\s+\w+\s*:\s*(\w+)/g)) {
        const layout = structLayout(code, name!);
        expect(layout.size % layout.align, `${file} ${name}`).toBe(0);
        expect(layout.size, `${file} ${name} fits a dynamic uniform slot`).toBeLessThanOrEqual(512);
      }
    }
  });
});

describe('writeStruct', () => {
  const layout = structLayout('struct S { a: vec3f, b: u32, m: mat2x3f, c: i32 }', 'S');

  it('puts each number in its place', () => {
    const view = new DataView(new ArrayBuffer(8 + layout.size));
    writeStruct(view, 8, layout, { a: [1, 2, 3], b: 0xffffffff, m: [4, 5, 6, 7, 8, 9], c: -5 });
    const float = (offset: number) => view.getFloat32(8 + offset, true);
    expect([float(0), float(4), float(8)]).toEqual([1, 2, 3]);
    expect(view.getUint32(8 + 12, true)).toBe(0xffffffff);
    expect([float(16), float(20), float(24), float(32), float(36), float(40)]).toEqual([4, 5, 6, 7, 8, 9]);
    expect(view.getInt32(8 + layout.fields['c']!.offset, true)).toBe(-5);
  });

  it('refuses a missing field and a wrong count', () => {
    const view = new DataView(new ArrayBuffer(layout.size));
    expect(() => writeStruct(view, 0, layout, { a: [1, 2, 3] })).toThrow(/S\.b is not written/);
    expect(() => writeStruct(view, 0, layout, { a: [1, 2], b: 0, m: [0], c: 0 })).toThrow(/S\.a takes 3/);
  });
});

describe('wgslConstants', () => {
  it('reads decimal and hexadecimal constants', () => {
    expect(wgslConstants('const A: u32 = 4u;\nconst B : u32 = 0x80000000u; const C: f32 = 1.0;')).toEqual({
      A: 4,
      B: 0x80000000,
    });
  });
});

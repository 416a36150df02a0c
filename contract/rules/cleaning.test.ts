import { describe, expect, it } from 'vitest';
import { cleanKindOf } from './cleaning.ts';

describe('what cleaning removes', () => {
  it('is what can be made again of what is kept', () => {
    expect(cleanKindOf({ tag: 'exportable', format: 'jpg' })).toBe('exportable');
    expect(cleanKindOf({ tag: 'canvas', format: 'preview' })).toBe('canvas');
    expect(cleanKindOf({ tag: 'intermediate', format: 'bin' })).toBe('intermediate');
  });

  it('is no model, nor what tells what a model rests on, nor an upload', () => {
    expect(cleanKindOf({ tag: 'exportable', format: 'tif' })).toBeNull();
    expect(cleanKindOf({ tag: 'exportable', format: 'support' })).toBeNull();
    expect(cleanKindOf({ tag: 'input', format: 'jpg' })).toBeNull();
  });
});

import { describe, expect, it } from 'vitest';
import { bytesOf, partialFault, removalModes } from './removal.ts';

const size = (cleanable: [number, number, number], safe_to_clean = true) => ({
  total: 100,
  input: 10,
  safe_to_clean,
  cleanable: { intermediate: cleanable[0], exportable: cleanable[1], canvas: cleanable[2] },
});

describe('what may be removed', () => {
  it('is the files on a desktop, and only the sight of them on cloud unless staff asks', () => {
    expect(removalModes('desktop', true)).toEqual(['destroy', 'partial']);
    expect(removalModes('cloud', false)).toEqual(['mark']);
    expect(removalModes('cloud', true)).toEqual(['mark', 'destroy']);
  });

  it('is no part of a project whose files are needed, or that has none to give', () => {
    expect(partialFault(size([1, 0, 0], false))).toBe('deleteProjectModal.modePartialError');
    expect(partialFault(size([0, 0, 0]))).toBe('deleteProjectModal.alreadyCleaned');
    expect(partialFault(size([0, 0, 1]))).toBeNull();
  });

  it('is counted by kind', () => {
    expect(bytesOf(size([1, 20, 300]), ['intermediate', 'canvas'])).toBe(301);
    expect(bytesOf(size([1, 20, 300]), [])).toBe(0);
  });
});

import { describe, expect, it } from 'vitest';
import { changedSnap, defaultSnap, readSnapPatch } from './snap-settings.ts';

describe('snap settings', () => {
  it('come back as they were kept', () => {
    const kept = changedSnap(defaultSnap, { isOn: false, radiusPx: 17, kinds: { edge: false } });
    expect(changedSnap(defaultSnap, readSnapPatch(JSON.stringify(kept)))).toEqual(kept);
  });

  it.each([null, '', 'no JSON', '7', 'null', '{"isOn":1,"radiusPx":"9","kinds":{"edge":0,"moon":true}}'])(
    'stay as they are where %j was kept',
    (text) => {
      expect(changedSnap(defaultSnap, readSnapPatch(text))).toEqual(defaultSnap);
    },
  );

  it('keep the tolerance within its ends', () => {
    expect(changedSnap(defaultSnap, { radiusPx: 900 }).radiusPx).toBe(24);
    expect(changedSnap(defaultSnap, { radiusPx: 0 }).radiusPx).toBe(4);
  });
});

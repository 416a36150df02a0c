import { describe, expect, it } from 'vitest';
import { createBench } from '#tests/support/editor.ts';

describe('the state of what is drawn', () => {
  it('is a draft until a frame in full quality was drawn, and again after a loss', async () => {
    const { editor, viewport } = await createBench();
    const frame = { pointsDrawn: 9, trianglesDrawn: 0, loading: 0, residentBytes: 0, frameMs: 1 };
    const drafts = [editor.views.status.isDraft];
    viewport.emit('stats', { ...frame, isDraft: true });
    drafts.push(editor.views.status.isDraft);
    viewport.emit('stats', { ...frame, isDraft: false });
    drafts.push(editor.views.status.isDraft);
    viewport.emit('deviceLost', { reason: 'gone' });
    drafts.push(editor.views.status.isDraft);
    expect(drafts).toEqual([true, true, false, true]);
  });
});

describe('the state of the device', () => {
  it.each([true, false])('tells after a loss what the new adapter is (software: %s)', async (isSoftware) => {
    const { editor, viewport } = await createBench();
    viewport.emit('deviceLost', { reason: 'gone' });
    expect(editor.views.status.device).toEqual({ kind: 'lost' });
    viewport.emit('deviceRestored', { adapter: 'another card', isSoftware });
    expect(editor.views.status.device).toEqual({ kind: 'ready', adapter: 'another card', isSoftware });
  });
});

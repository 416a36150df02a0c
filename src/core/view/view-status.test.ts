import { describe, expect, it } from 'vitest';
import { createBench } from '#tests/support/editor.ts';

describe('the state of the device', () => {
  it.each([true, false])('tells after a loss what the new adapter is (software: %s)', async (isSoftware) => {
    const { editor, viewport } = await createBench();
    viewport.emit('deviceLost', { reason: 'gone' });
    expect(editor.views.status.device).toEqual({ kind: 'lost' });
    viewport.emit('deviceRestored', { adapter: 'another card', isSoftware });
    expect(editor.views.status.device).toEqual({ kind: 'ready', adapter: 'another card', isSoftware });
  });
});

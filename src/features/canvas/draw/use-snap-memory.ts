import { useEffect } from 'react';
import { subscribeKey } from 'valtio/utils';
import type { Editor } from '#core/editor.ts';
import { readSnapPatch } from '#core/state/snap-settings.ts';

const storageKey = 'snap';

/** Persists the snap settings in this browser. */
export function useSnapMemory(editor: Editor): void {
  useEffect(() => {
    void editor.dispatch('snap.set', readSnapPatch(localStorage.getItem(storageKey)), 'program');
    return subscribeKey(editor.views.workspace, 'snap', (snap) =>
      localStorage.setItem(storageKey, JSON.stringify(snap)),
    );
  }, [editor]);
}

import { runHeavyEdit } from '#domain/drawing/edit/heavy-edits.ts';
import type { TaskHandler } from '../../contract/handler.ts';

/** An abort is heard between features, at most so often, ms. */
const listenEveryMs = 50;

/** See `drawing.edit` in the task map. */
export const editFeatures: TaskHandler<'drawing.edit'> = async ({ edit, features }, { signal, report }) => {
  let heard = performance.now();
  const output = await runHeavyEdit(edit, features, async (fraction) => {
    report({ fraction, stage: edit.kind });
    if (performance.now() - heard < listenEveryMs) return;
    await new Promise((resolve) => setTimeout(resolve, 0));
    heard = performance.now();
    signal.throwIfAborted();
  });
  return { output };
};

import type { Store } from '../store/store.ts';
import { applyEdit, disposeEdit, type Edit, editBytes, revertEdit } from './edit.ts';

/** A step of history: edits that are undone together, last first. */
interface Step {
  readonly labelKey: string;
  readonly edits: readonly Edit[];
  readonly bytes: number;
}

/** Undo and redo. All calls must come through the command queue. */
export interface History {
  readonly undoLabel: string | null;
  readonly redoLabel: string | null;
  readonly isGestureOpen: boolean;
  /** Bytes that the steps keep alive. */
  readonly bytes: number;
  /** Records an applied edit as a step of its own. */
  record(labelKey: string, edit: Edit): void;
  /** Records an applied edit in the open gesture, or as a step where there is none. */
  merge(labelKey: string, edit: Edit): void;
  /** Opens a gesture; one that is open is committed first. */
  beginGesture(labelKey: string): void;
  /** The edits since begin become one step (none: no step). */
  commitGesture(): void;
  /** Restores the state at begin. */
  cancelGesture(): Promise<void>;
  /** True when there was a step. The cursor moves only after the step succeeded. */
  undo(): Promise<boolean>;
  redo(): Promise<boolean>;
  /** Drops all steps. */
  clear(): void;
}

const defaultBudget = 64 * 2 ** 20;

/** Creates a history that changes `store`. The oldest steps are dropped above `budgetBytes`. */
export function createHistory(store: Store, budgetBytes = defaultBudget): History {
  let steps: Step[] = [];
  let cursor = 0;
  let gesture: { labelKey: string; edits: Edit[] } | null = null;

  const dispose = (dropped: readonly Step[]) => {
    for (const step of dropped) for (const edit of step.edits) disposeEdit(edit);
  };
  const total = () => steps.reduce((sum, step) => sum + step.bytes, 0);

  function push(labelKey: string, edits: readonly Edit[]): void {
    dispose(steps.splice(cursor));
    steps.push({ labelKey, edits, bytes: edits.reduce((sum, edit) => sum + editBytes(edit), 0) });
    while (steps.length > 1 && total() > budgetBytes) dispose(steps.splice(0, 1));
    cursor = steps.length;
  }

  const history: History = {
    get undoLabel() {
      return steps[cursor - 1]?.labelKey ?? null;
    },
    get redoLabel() {
      return steps[cursor]?.labelKey ?? null;
    },
    get isGestureOpen() {
      return gesture !== null;
    },
    get bytes() {
      return total();
    },
    record(labelKey, edit) {
      history.commitGesture();
      push(labelKey, [edit]);
    },
    merge(labelKey, edit) {
      if (gesture === null) push(labelKey, [edit]);
      else gesture.edits = joinLast(gesture.edits, edit);
    },
    beginGesture(labelKey) {
      history.commitGesture();
      gesture = { labelKey, edits: [] };
    },
    commitGesture() {
      const open = gesture;
      gesture = null;
      if (open !== null && open.edits.length > 0) push(open.labelKey, open.edits);
    },
    async cancelGesture() {
      const open = gesture;
      gesture = null;
      if (open === null) return;
      for (const edit of [...open.edits].reverse()) {
        await revertEdit(edit, store);
        disposeEdit(edit);
      }
    },
    async undo() {
      history.commitGesture();
      const step = steps[cursor - 1];
      if (step === undefined) return false;
      for (const edit of [...step.edits].reverse()) await revertEdit(edit, store);
      cursor--;
      return true;
    },
    async redo() {
      history.commitGesture();
      const step = steps[cursor];
      if (step === undefined) return false;
      for (const edit of step.edits) await applyEdit(edit, store);
      cursor++;
      return true;
    },
    clear() {
      gesture = null;
      dispose(steps);
      steps = [];
      cursor = 0;
    },
  };
  return history;
}

/** Merges a later edit with the last one where possible, so that a long drag stays small. */
function joinLast(edits: readonly Edit[], later: Edit): Edit[] {
  const last = edits.at(-1);
  if (last?.kind === 'operation' && later.kind === 'operation') {
    const joined = last.join?.(later) ?? null;
    if (joined !== null) return [...edits.slice(0, -1), joined];
  }
  return [...edits, later];
}

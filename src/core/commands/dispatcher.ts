import { applyEdit, disposeEdit, type Edit } from '../history/edit.ts';
import type { CommandSource } from '../state/command-source.ts';
import { recordOf } from '../state/error-record.ts';
import { addNotice } from '../store/notices.ts';
import type { Command } from './command.ts';
import type { CommandQueue } from './command-queue.ts';
import { commandTable } from './command-table.ts';
import type { EditorContext } from './editor-context.ts';
import type { CommandId, CommandPayloads } from './payloads.ts';

/** The only way to change an editor's state. */
export interface Dispatcher {
  /**
   * Checks, takes a place in line, runs and records a command. Resolves when it is done: false where it failed, which
   * becomes a notice. A command that is not enabled when its turn comes does nothing.
   */
  dispatch<Id extends CommandId>(
    id: Id,
    payload: CommandPayloads[Id],
    source: CommandSource,
  ): Promise<boolean>;
  isEnabled<Id extends CommandId>(id: Id, payload: CommandPayloads[Id]): boolean;
}

function commandOf<Id extends CommandId>(id: Id): Command<Id> {
  return commandTable[id] as unknown as Command<Id>;
}

/** Makes the dispatcher of an editor's context. `afterEach` is called when a command has ended, well or not. */
export function createDispatcher(
  context: EditorContext,
  queue: CommandQueue,
  afterEach: () => void,
): Dispatcher {
  const { store } = context;
  const isEnabled: Dispatcher['isEnabled'] = (id, payload) =>
    commandOf(id).enabled?.(store.views, payload) ?? true;

  /** Runs a command whose turn it is. Synchronous where the command is, so that its effect shows at once. */
  function perform<Id extends CommandId>(id: Id, payload: CommandPayloads[Id]): void | Promise<void> {
    if (!isEnabled(id, payload)) return;
    const command = commandOf(id);
    const answer = command.run(context, payload);
    if (answer instanceof Promise) return answer.then((edit) => takeEdit(context, command, edit));
    return takeEdit(context, command, answer);
  }

  return {
    isEnabled,
    async dispatch(id, payload, source) {
      try {
        await queue.enqueue(() => perform(id, payload));
        return true;
      } catch (error) {
        addNotice(store, recordOf(error, id), source);
        return false;
      } finally {
        afterEach();
      }
    },
  };
}

/** Applies what a command gave, and records it as the command says. */
function takeEdit<Id extends CommandId>(
  context: EditorContext,
  { recording, labelKey }: Command<Id>,
  edit: Edit | null,
): void | Promise<void> {
  const { store, history } = context;
  if (edit === null) return tellHistory(context);
  const record = () => {
    if (recording === 'record') history.record(labelKey, edit);
    else if (recording === 'merge') history.merge(labelKey, edit);
    else disposeEdit(edit);
    tellHistory(context);
  };
  const applied = applyEdit(edit, store);
  return applied instanceof Promise ? applied.then(record) : record();
}

function tellHistory({ store, history }: EditorContext): void {
  const { undoLabel: undo, redoLabel: redo } = history;
  const shown = store.views.workspace.history;
  if (shown.undo !== undo || shown.redo !== redo) store.setWorkspace({ history: { undo, redo } });
}

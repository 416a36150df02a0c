import { applyEdit, disposeEdit } from '../history/edit.ts';
import type { CommandSource } from '../state/command-source.ts';
import { recordOf } from '../state/error-record.ts';
import type { Jobs } from '../store/jobs.ts';
import { addNotice } from '../store/notices.ts';
import { applyPatch } from '../store/store.ts';
import type { Command, CommandJob, Plan } from './command.ts';
import type { CommandQueue } from './command-queue.ts';
import { type CommandId, type CommandPayloads, commandTable } from './command-table.ts';
import type { EditorContext } from './editor-context.ts';

/** The only way to change an editor's state. */
export interface Dispatcher {
  /**
   * Checks, enqueues, runs and records a command. Resolves when it is done: false where it failed, which becomes a
   * notice. A command that is not enabled when its turn comes does nothing.
   */
  dispatch<Id extends CommandId>(
    id: Id,
    payload: CommandPayloads[Id],
    source: CommandSource,
  ): Promise<boolean>;
  isEnabled<Id extends CommandId>(id: Id, payload: CommandPayloads[Id]): boolean;
}

function commandOf<Id extends CommandId>(id: Id): Command<Id, CommandPayloads[Id]> {
  return commandTable[id] as unknown as Command<Id, CommandPayloads[Id]>;
}

/**
 * Creates the dispatcher of an editor's context; `jobs` runs its long work. `afterEach` is called when a command has
 * succeeded or failed.
 */
export function createDispatcher(
  context: EditorContext,
  jobs: Jobs,
  queue: CommandQueue,
  afterEach: () => void,
): Dispatcher {
  const { store } = context;
  const isEnabled: Dispatcher['isEnabled'] = (id, payload) =>
    commandOf(id).enabled?.(store.views, payload) ?? true;

  /** Runs the command at the head of the queue. Synchronous where the command is, so that its effect shows at once. */
  function perform<Id extends CommandId>(id: Id, payload: CommandPayloads[Id]): void | Promise<void> {
    if (!isEnabled(id, payload)) return;
    const command = commandOf(id);
    const carryOut = (plan: Plan | null) => carryOutPlan(context, control, command, plan);
    const control: JobControl = {
      cancel: (job) => jobs.cancel(job),
      start: (job) => jobs.start(withCommit(job, carryOut)),
    };
    const plan = command.plan(context, payload);
    return plan instanceof Promise ? plan.then(carryOut) : carryOut(plan);
  }

  /** The work of a job, and then its turn in the queue. */
  function withCommit(job: CommandJob, carryOut: (plan: Plan | null) => void | Promise<void>): CommandJob {
    const { commit, work } = job;
    if (commit === undefined) return job;
    return {
      ...job,
      async work(signal, report) {
        const patch = await work(signal, report);
        await queue.enqueue(() => (signal.aborted ? undefined : carryOut(commit())));
        afterEach();
        return patch;
      },
    };
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

/** Starts and ends the long work of commands. */
interface JobControl {
  start(job: CommandJob): void;
  cancel(id: string): void;
}

/** Writes a command's plan to the store, applies and records its edit, and starts its job. */
function carryOutPlan(
  context: EditorContext,
  jobs: JobControl,
  { recording, labelKey }: Pick<Command<CommandId, never>, 'recording' | 'labelKey'>,
  plan: Plan | null,
): void | Promise<void> {
  const { store, history } = context;
  if (plan === null) return syncHistoryState(context);
  const { cancels, edit, job } = plan;
  if (cancels !== undefined) jobs.cancel(cancels);
  applyPatch(store, plan);
  const finish = () => {
    syncHistoryState(context);
    if (job !== undefined) jobs.start(job);
  };
  if (edit === undefined) return finish();
  const record = () => {
    if (recording === 'record') history.record(labelKey, edit);
    else if (recording === 'merge') history.merge(labelKey, edit);
    else disposeEdit(edit);
    finish();
  };
  const applied = applyEdit(edit, store);
  return applied instanceof Promise ? applied.then(record) : record();
}

function syncHistoryState({ store, history }: EditorContext): void {
  const { undoLabel: undo, redoLabel: redo } = history;
  const shown = store.views.workspace.history;
  if (shown.undo !== undo || shown.redo !== redo) store.setWorkspace({ history: { undo, redo } });
}

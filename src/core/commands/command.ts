import type { Edit } from '../history/edit.ts';
import type { StoreViews } from '../store/store.ts';
import type { EditorContext } from './editor-context.ts';
import type { CommandId, CommandPayloads } from './payloads.ts';

/** `record`: a step of its own; `merge`: joins the open gesture; `skip`: not for history. */
export type Recording = 'record' | 'merge' | 'skip';

/** A way to give a command with nothing left to fill in, as keys, help and the command palette offer it. */
export interface Preset<Id extends CommandId> {
  /** Key of its text; the command's own by default. */
  readonly labelKey?: string;
  /** Default keys as a person reads them, the shown ones first: `F`, `Shift F`, `Ctrl Z`. */
  readonly keys?: readonly string[];
  payload(views: StoreViews): CommandPayloads[Id];
}

/** A named change. */
export interface Command<Id extends CommandId> {
  readonly id: Id;
  /** Key of its text, for menus, undo and tooltips. */
  readonly labelKey: string;
  readonly recording: Recording;
  readonly presets?: readonly Preset<Id>[];
  enabled?(views: StoreViews, payload: CommandPayloads[Id]): boolean;
  /**
   * Gives the edit, not yet applied, or null where nothing is to be recorded. Commands that only change workspace
   * or status do so themselves and give null.
   */
  run(context: EditorContext, payload: CommandPayloads[Id]): Edit | null | Promise<Edit | null>;
}

export type CommandTable = { readonly [Id in CommandId]: Command<Id> };

/** Ties a command to its payload for the type checker. */
export function defineCommand<Id extends CommandId>(command: Command<Id>): Command<Id> {
  return command;
}

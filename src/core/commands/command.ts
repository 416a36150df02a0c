import type { Edit } from '../history/edit.ts';
import type { JobPlan } from '../store/jobs.ts';
import type { StorePatch, StoreViews } from '../store/store.ts';
import type { EditorContext } from './editor-context.ts';

/** `record`: a step of its own; `merge`: joins the open gesture; `skip`: not for history. */
export type Recording = 'record' | 'merge' | 'skip';

/** Icons of commands that have a button, by their names in the Lucide set. */
export type CommandIcon =
  | 'arrow-left'
  | 'arrow-right'
  | 'box'
  | 'circle'
  | 'circle-dot'
  | 'compass'
  | 'crosshair'
  | 'diamond'
  | 'drafting-compass'
  | 'focus'
  | 'keyboard'
  | 'land-plot'
  | 'lasso-select'
  | 'magnet'
  | 'maximize'
  | 'minus'
  | 'mountain'
  | 'mouse-pointer-2'
  | 'notebook-text'
  | 'pentagon'
  | 'plus'
  | 'radius'
  | 'rectangle-horizontal'
  | 'redo-2'
  | 'ruler'
  | 'spline'
  | 'square-dashed-mouse-pointer'
  | 'tangent'
  | 'text-search'
  | 'undo-2'
  | 'vector-polygon';

/** Groups of the tool strip, in its order. */
export const stripGroups = ['select', 'draw', 'measure', 'window'] as const;
export type StripGroup = (typeof stripGroups)[number];

/** A command with a fixed payload, as keys, help, tool strip and command palette offer it. */
export interface Preset<Payload> {
  /** Key of its text; the command's own by default. */
  readonly labelKey?: string;
  /** Default keys as displayed, the shown ones first: `F`, `Shift F`, `Ctrl Z`. */
  readonly keys?: readonly string[];
  readonly icon?: CommandIcon;
  /** Its position in the tool strip; left out where it has none. */
  readonly strip?: StripGroup;
  payload(views: StoreViews): Payload;
  /** Whether its option is active; left out for presets without a lasting state. */
  isOn?(views: StoreViews): boolean;
  /** Text key of the object it would act on, such as the step that is undone; null for none. */
  subjectKey?(views: StoreViews): string | null;
}

/** Long work of a command. */
export interface CommandJob extends JobPlan {
  /** Called in turn with other commands once the work is done: what it then changes. What it throws is a failure. */
  commit?(): Plan | null;
}

/** What a command changes. Only the dispatcher applies it, in this order. */
export interface Plan extends StorePatch {
  /** Id of a job that is aborted. */
  readonly cancels?: string;
  /** Applied after the patch, and recorded as the command says. */
  readonly edit?: Edit;
  readonly job?: CommandJob;
}

/** A named change. */
export interface Command<Id extends string, Payload> {
  readonly id: Id;
  /** Key of its text, for menus, undo and tooltips. */
  readonly labelKey: string;
  readonly recording: Recording;
  readonly presets?: readonly Preset<Payload>[];
  enabled?(views: StoreViews, payload: Payload): boolean;
  /** Plans the change; null for none. Throws or rejects where the command is not possible. */
  plan(context: EditorContext, payload: Payload): Plan | null | Promise<Plan | null>;
}

/** Ties a command to its payload for the type checker: `defineCommand<Payload>()({ id, … })`. */
export function defineCommand<Payload>(): <const Id extends string>(
  command: Command<Id, Payload>,
) => Command<Id, Payload> {
  return (command) => command;
}

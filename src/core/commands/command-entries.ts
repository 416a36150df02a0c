import type { CommandSource } from '../state/command-source.ts';
import type { StoreViews } from '../store/store.ts';
import type { Command, CommandIcon, StripGroup } from './command.ts';
import { type CommandId, type CommandPayloads, commandTable } from './command-table.ts';
import type { Dispatcher } from './dispatcher.ts';

/** What dispatches commands: an editor. */
type CommandTarget = Dispatcher & { readonly views: StoreViews };

/** A preset of a command: it needs no further input. */
export interface CommandEntry {
  readonly id: CommandId;
  /** Key of its text. No two entries share one. */
  readonly labelKey: string;
  /** Key of the text of its command, where that says more than its own. */
  readonly commandKey: string | null;
  /** Default keys as displayed, the shown ones first; often none. */
  readonly keys: readonly string[];
  readonly icon: CommandIcon | null;
  /** Its position in the tool strip; null where it has none. */
  readonly strip: StripGroup | null;
  /** Whether its option is active; null for presets without a lasting state. */
  isOn(views: StoreViews): boolean | null;
  /** Text key of the object it would act on; null for none. */
  subjectKey(views: StoreViews): string | null;
  isEnabled(target: CommandTarget): boolean;
  run(target: CommandTarget, source: CommandSource): Promise<boolean>;
}

function entriesOf(command: Command<CommandId, CommandPayloads[CommandId]>): CommandEntry[] {
  const { id, presets = [] } = command;
  return presets.map((preset) => {
    const labelKey = preset.labelKey ?? command.labelKey;
    return {
      id,
      labelKey,
      commandKey: labelKey === command.labelKey ? null : command.labelKey,
      keys: preset.keys ?? [],
      icon: preset.icon ?? null,
      strip: preset.strip ?? null,
      isOn: (views) => preset.isOn?.(views) ?? null,
      subjectKey: (views) => preset.subjectKey?.(views) ?? null,
      isEnabled: (target) => target.isEnabled(id, preset.payload(target.views)),
      run: (target, source) => target.dispatch(id, preset.payload(target.views), source),
    };
  });
}

/** The presets of all commands, in the order of the table. */
export const commandEntries: readonly CommandEntry[] = Object.values(commandTable).flatMap((command) =>
  entriesOf(command as unknown as Command<CommandId, CommandPayloads[CommandId]>),
);

const byKeys = new Map(commandEntries.flatMap((entry) => entry.keys.map((keys) => [keys, entry] as const)));

/** A key that is pressed, as `KeyboardEvent` names it. */
export interface KeyPress {
  readonly key: string;
  readonly hasControl: boolean;
  readonly hasShift: boolean;
}

/** The entry bound to a key press; Shift counts only where an entry requires it. */
export function entryOfKey({ key, hasControl, hasShift }: KeyPress): CommandEntry | null {
  const control = hasControl ? 'Ctrl ' : '';
  const name = key.length === 1 ? key.toUpperCase() : key;
  const withShift = hasShift ? byKeys.get(`${control}Shift ${name}`) : undefined;
  return withShift ?? byKeys.get(`${control}${name}`) ?? null;
}

const byLabel = new Map(commandEntries.map((entry) => [entry.labelKey, entry]));

/** The entry with a label. Throws RangeError for a label that no entry has. */
export function entryOfLabel(labelKey: string): CommandEntry {
  const entry = byLabel.get(labelKey);
  if (entry === undefined) throw new RangeError(`no command is offered as ${labelKey}`);
  return entry;
}

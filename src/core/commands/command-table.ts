import { basemapCommands } from './basemap-command.ts';
import { cameraCommands } from './camera-commands.ts';
import { clipCommands } from './clip-commands.ts';
import { codeCommands } from './code-commands.ts';
import type { Command } from './command.ts';
import { documentCommands } from './document-commands.ts';
import { draftCommands } from './draft-commands.ts';
import { drapeCommands } from './edit/drape-command.ts';
import { editCommands } from './edit/edit-commands.ts';
import { exportCommands } from './export-command.ts';
import { featureCommands } from './feature-commands.ts';
import { historyCommands } from './history-commands.ts';
import { importCommands } from './import-commands.ts';
import { layerCommands } from './layer-commands.ts';
import { lockCommands } from './lock-command.ts';
import { measureCommands } from './measure-commands.ts';
import { overlayCommands } from './overlay-commands.ts';
import { paneCommands } from './pane-commands.ts';
import { pickCommands } from './pick-commands.ts';
import { profileCommands } from './profile-commands.ts';
import { selectionCommands } from './selection-commands.ts';
import { snapCommands } from './snap-command.ts';
import { surfaceCommands } from './surface-commands.ts';
import { vertexCommands } from './vertex-commands.ts';
import { viewCommands } from './view-commands.ts';

const commands = [
  ...featureCommands,
  ...clipCommands,
  ...vertexCommands,
  ...editCommands,
  ...drapeCommands,
  ...pickCommands,
  ...layerCommands,
  ...codeCommands,
  ...documentCommands,
  ...historyCommands,
  ...selectionCommands,
  ...viewCommands,
  ...draftCommands,
  ...measureCommands,
  ...surfaceCommands,
  ...paneCommands,
  ...cameraCommands,
  ...profileCommands,
  ...snapCommands,
  ...lockCommands,
  ...basemapCommands,
  ...exportCommands,
  ...importCommands,
  ...overlayCommands,
] as const;

type AnyCommand = (typeof commands)[number];
export type CommandId = AnyCommand['id'];

/** Payload of each command. */
export type CommandPayloads = {
  readonly [C in AnyCommand as C['id']]: C extends Command<string, infer Payload> ? Payload : never;
};

export type CommandTable = { readonly [C in AnyCommand as C['id']]: C };

/** Every command of the editor by id, in the order of help and palette. */
export const commandTable = Object.fromEntries(
  commands.map((command) => [command.id, command]),
) as unknown as CommandTable;

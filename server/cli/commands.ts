import type { Command } from './command.ts';

/** Every command by name, in the order of the help; loaded when it is asked for. */
export const commandLoaders: Readonly<Record<string, () => Promise<Command>>> = {
  info: async () => (await import('./commands/info.ts')).info,
  convert: async () => (await import('./commands/convert.ts')).convert,
  serve: async () => (await import('./commands/serve.ts')).serve,
};

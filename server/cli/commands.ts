import type { Command } from './command.ts';

/** Every command by name, in the order of the help; loaded on demand. */
export const commandLoaders: Readonly<Record<string, () => Promise<Command>>> = {
  info: async () => (await import('./commands/info.ts')).info,
  convert: async () => (await import('./commands/convert.ts')).convert,
  process: async () => (await import('./commands/process.ts')).process,
  verify: async () => (await import('./commands/verify.ts')).verify,
  simulate: async () => (await import('./commands/simulate.ts')).simulate,
  volume: async () => (await import('./commands/volume.ts')).volume,
  contour: async () => (await import('./commands/contour.ts')).contour,
  export: async () => (await import('./commands/export.ts')).exportCommand,
  project: async () => (await import('./commands/project.ts')).project,
  account: async () => (await import('./commands/account.ts')).accountCommand,
  outbox: async () => (await import('./commands/outbox.ts')).outbox,
  bench: async () => (await import('./commands/bench.ts')).bench,
  serve: async () => (await import('./commands/serve.ts')).serve,
  worker: async () => (await import('./commands/worker.ts')).worker,
};

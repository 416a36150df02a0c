import { runCli } from '#server/cli/main.ts';

/** Runs a command line in this process; returns its exit code and output. */
export async function runHere(
  ...args: string[]
): Promise<{ readonly code: number; readonly out: string; readonly error: string }> {
  const told = { out: '', error: '' };
  const streams = {
    writeOut: (text: string) => {
      told.out += text;
    },
    writeError: (text: string) => {
      told.error += text;
    },
    isErrorTerminal: false,
  };
  return { code: await runCli(args, streams, new AbortController().signal), ...told };
}

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '#domain/errors/app-error.ts';
import { installation } from '../../runtime/paths.ts';
import { defineCommand } from '../command.ts';

const options = {
  quick: { type: 'boolean', descriptionKey: 'cli.bench.option.quick' },
} as const;

const stoppedCode = 1;

/** Runs a program of this installation on the same streams and returns its exit code. */
function runProgram(path: string, args: readonly string[], signal: AbortSignal): Promise<number> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, ['--expose-gc', path, ...args], {
      cwd: installation.root,
      stdio: 'inherit',
      signal,
    });
    child.once('error', fail);
    child.once('close', (code) => done(code ?? stoppedCode));
  });
}

/** `plumbline bench [NAME…]`: our kernels beside those of other packages, in one run on generated data. */
export const bench = defineCommand({
  name: 'bench',
  summaryKey: 'cli.bench.summary',
  options,
  positionals: [{ name: 'NAME', isRequired: false, multiple: true }],
  async run(context) {
    const program = join(installation.root, 'dist', 'node', 'bench.js');
    if (!existsSync(program)) throw new AppError('bench.not-built', { file: program });
    const flags = [...(context.options.quick ? ['--quick'] : []), ...(context.isJson ? ['--json'] : [])];
    const code = await runProgram(program, [...context.positionals, ...flags], context.signal);
    if (code === 2) throw new AppError('cli.bad-bench', { names: context.positionals.join(', ') });
    if (code !== 0) throw new AppError('bench.failed', { code });
  },
});

import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, it } from 'vitest';
import { findProgram, runProgram } from './run-program.ts';

const node = (script: string, extra: { signal?: AbortSignal; onLine?: (line: string) => void } = {}) =>
  runProgram(process.execPath, { name: 'tool', step: 'work', args: ['-e', script], ...extra });

it('hands on the lines of both streams and waits for the end', async () => {
  const lines: string[] = [];
  await node("console.log('one'); console.error('two'); setTimeout(() => console.log('three'), 20)", {
    onLine: (line) => lines.push(line),
  });
  expect(lines.toSorted()).toEqual(['one', 'three', 'two']);
});

it('tells how a program failed, with its last lines', async () => {
  const script = "for (let i = 0; i < 9; i++) console.log('line ' + i); process.exit(3)";
  await expect(node(script)).rejects.toMatchObject({
    code: 'engine.program-failed',
    params: {
      program: 'tool',
      step: 'work',
      reason: 'ended-with-code',
      exitCode: 3,
      output: 'line 4 | line 5 | line 6 | line 7 | line 8',
    },
  });
  const gone = runProgram('/nowhere/tool', { name: 'tool', step: 'work', args: [] });
  await expect(gone).rejects.toMatchObject({ code: 'engine.program-failed' });
});

it('ends the program when it is told to stop', async () => {
  const controller = new AbortController();
  const run = node("console.log('ready'); setInterval(() => {}, 1000)", {
    signal: controller.signal,
    onLine: () => controller.abort(),
  });
  await expect(run).rejects.toMatchObject({ name: 'AbortError' });
});

it.skipIf(process.platform === 'win32')('finds what may be run on the PATH, in its order', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'path-'));
  try {
    await writeFile(join(folder, 'tool'), '');
    await expect(findProgram('tool', folder)).rejects.toMatchObject({ code: 'engine.program-missing' });
    await chmod(join(folder, 'tool'), 0o755);
    expect(await findProgram('tool', ['/nowhere', folder].join(delimiter))).toBe(join(folder, 'tool'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

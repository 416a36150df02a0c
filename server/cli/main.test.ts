import { describe, expect, test } from 'vitest';
import { AppError } from '#domain/errors/app-error.ts';
import { describeError } from '../messages.ts';
import { commandLoaders } from './commands.ts';
import { runCli } from './main.ts';

async function run(args: string[], signal = new AbortController().signal) {
  const out: string[] = [];
  const error: string[] = [];
  const streams = {
    writeOut: (text: string) => void out.push(text),
    writeError: (text: string) => void error.push(text),
    isErrorTerminal: false,
  };
  const code = await runCli(args, streams, signal);
  return { code, out: out.join(''), error: error.join('') };
}

describe('command line', () => {
  test('help names every command, each command its options', async () => {
    const { code, out } = await run(['--help']);
    expect(code).toBe(0);
    for (const name of Object.keys(commandLoaders)) {
      expect(out).toContain(`\n  ${name} `);
      const help = await run([name, '--help']);
      expect(help).toMatchObject({ code: 0, error: '' });
      expect(help.out).toContain(`plumbline ${name}`);
      expect(help.out).toContain('--json');
    }
    const info = (await run(['info', '-h'])).out;
    expect((await run(['help', 'info'])).out).toBe(info);
    expect(info).toMatch(/read: none, .*DEFLATE.*WebP\. Written: DEFLATE, JPEG\./);
  });

  test('the version is the package version', async () => {
    expect((await run(['--version'])).out).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  test.each([[[]], [['nope']], [['toString']], [['info']], [['info', 'a', '--nope']]])(
    'wrong usage %j is one line and code 2',
    async (args) => {
      const { code, out, error } = await run(args);
      expect({ code, out }).toEqual({ code: 2, out: '' });
      expect(error).toMatch(/^plumbline[^\n]+\n$/);
    },
  );

  test.each([
    [['a.las', 'b.laz', '--jpeg', '80'], '--jpeg means nothing for clouds'],
    [['a.tif', 'b.tif', '--crs', 'EPSG:32615'], '--crs means nothing for rasters'],
    [['a.tif', 'b.tif', '--drop', 'colour'], '--drop means nothing for rasters'],
    [['a.tif', 'b.tif', '--accept-truncated'], '--accept-truncated means nothing for rasters'],
  ])('convert %j refuses what it would pass over', async (args, reason) => {
    const { code, error } = await run(['convert', ...args]);
    expect(code).toBe(2);
    expect(error).toContain(`plumbline convert: ${reason}`);
  });

  test('a failure is one line naming the file, and code 1', async () => {
    const { code, out, error } = await run(['info', '/nowhere/a.las']);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(error).toMatch(/^\/nowhere\/a\.las: [^\n]+\n$/);
  });

  test('an abort is one line and code 1', async () => {
    const { code, error } = await run(['info', import.meta.filename], AbortSignal.abort());
    expect({ code, lines: error.split('\n').length }).toEqual({ code: 1, lines: 2 });
  });
});

describe('texts of errors', () => {
  test('typed errors read from the locale, with their parameters', () => {
    expect(describeError(new AppError('io.not-found', { file: 'a.las' }))).toMatch(/^a\.las: /);
  });

  test('unexpected ones stay on one line and ask for a report', () => {
    const text = describeError(new Error('first\nsecond'));
    expect(text).toContain('first second');
    expect(text).toContain('report');
  });
});

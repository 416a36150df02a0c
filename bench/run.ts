import { readFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { resolve } from 'node:path';
import type { BenchContext } from './case.ts';
import { benchCases } from './cases.ts';
import { type BenchRow, measureCase } from './measure.ts';
import { formatTable } from './table.ts';

const usage = `usage: npm run bench -- [NAME…] [--json] [--quick] [--full] [--hardware] [--keep=FOLDER]
names: ${[...new Set(benchCases.flatMap((one) => [one.group ?? one.name, one.name]))].join(', ')}`;

const knownFlags = ['--json', '--quick', '--full', '--hardware'];
const keepFlag = '--keep=';

/** The machine that a table was measured on. */
function describeMachine(): {
  cpu: string;
  cores: number;
  memoryGiB: number;
  node: string;
  platform: string;
} {
  return {
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
  };
}

/** The named cases, or all; the short table leaves out those of whole programs, which take minutes. */
function selectCases(names: readonly string[], quick: boolean): typeof benchCases | undefined {
  if (names.length === 0) return quick ? benchCases.filter((one) => !('measure' in one)) : benchCases;
  const known = names.every((name) => benchCases.some((one) => one.name === name || one.group === name));
  if (!known) return undefined;
  return benchCases.filter((one) => names.includes(one.name) || (one.group && names.includes(one.group)));
}

/**
 * Runs the named cases, or all, and prints the table (or JSON) to standard output. Exit code 0 for any times, 1 when
 * a case fails to run, 2 on wrong usage.
 */
async function main(args: readonly string[]): Promise<number> {
  const flags = args.filter((arg) => arg.startsWith('-'));
  const names = args.filter((arg) => !arg.startsWith('-'));
  const isHelp = flags.includes('--help');
  const selected = selectCases(names, flags.includes('--quick'));
  if (isHelp || !selected || flags.some((flag) => !knownFlags.includes(flag) && !flag.startsWith(keepFlag))) {
    (isHelp ? console.log : console.error)(usage);
    return isHelp ? 0 : 2;
  }
  const context: BenchContext = {
    quick: flags.includes('--quick'),
    full: flags.includes('--full'),
    hardware: flags.includes('--hardware'),
    keep: flags.find((flag) => flag.startsWith(keepFlag))?.slice(keepFlag.length) || undefined,
    kernel: (name) => new WebAssembly.Module(readFileSync(resolve('wasm/build', `${name}.wasm`))),
  };
  const rows: BenchRow[] = [];
  let failed = 0;
  for (const one of selected) {
    if (process.stderr.isTTY) console.error(`measuring ${one.name}`);
    try {
      rows.push(await measureCase(one, context));
    } catch (error) {
      failed++;
      console.error(`${one.name}: could not run: ${error instanceof Error ? error.stack : String(error)}`);
    }
  }
  const machine = describeMachine();
  if (flags.includes('--json')) console.log(JSON.stringify({ machine, quick: context.quick, rows }, null, 2));
  else {
    console.log(
      `${machine.cpu}, ${machine.cores} cores, ${machine.memoryGiB} GiB, Node ${machine.node}, ${machine.platform}\n`,
    );
    console.log(formatTable(rows));
  }
  return failed > 0 ? 1 : 0;
}

process.exitCode = await main(process.argv.slice(2));

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gridOfPoints, writeGroundCloud } from '#tests/support/ground-cloud.ts';
import { runHere } from '#tests/support/run-cli.ts';

/** Two compressed chunks of 50,000 points and what is left. */
const declared = 251 * 251;
const cuts = ['compressed', 'plain'] as const;
const there = { compressed: 50_000, plain: 40_000 };

let folder = '';
const path = (name: string) => join(folder, name);
const fileOf = { compressed: () => path('cut.laz'), plain: () => path('cut.las') };
const consent = '--accept-truncated';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-missing-'));
  const whole = await writeGroundCloud(
    path('whole.las'),
    gridOfPoints(250, 250, (x) => x / 100),
  );
  expect((await runHere('convert', whole, path('whole.laz'))).code).toBe(0);
  const [plain, compressed] = [await readFile(whole), await readFile(path('whole.laz'))];
  const start = plain.readUInt32LE(96);
  await writeFile(fileOf.plain(), plain.subarray(0, start + 30 * there.plain + 11));
  await writeFile(fileOf.compressed(), compressed.subarray(0, compressed.length - 150));
  const damaged = Buffer.from(compressed);
  damaged.writeBigInt64LE(7n, compressed.readUInt32LE(96));
  await writeFile(path('table.laz'), damaged);
  const open = Buffer.from(compressed);
  const record = open.indexOf('laszip encoded') - 2 + 54;
  open.writeUInt32LE(0, record + 12);
  await writeFile(path('open.laz'), open);
});
afterAll(() => rm(folder, { recursive: true }));

const told = (out: string) => JSON.parse(out).warnings as { code: string; params: Record<string, unknown> }[];
const missing = (out: string) => told(out).find(({ code }) => code === 'las.fewer-points')?.params;

describe.each(cuts)('of a %s file that was cut short', (kind) => {
  const expected = { declared, available: there[kind] };

  it('info tells with and without a scan', async () => {
    for (const scan of [[], ['--scan']])
      expect(missing((await runHere('info', fileOf[kind](), '--json', ...scan)).out)).toMatchObject(expected);
  });

  it('every command that reads points asks for consent, and tells what is missing', async () => {
    const file = fileOf[kind]();
    const commands = {
      convert: [file, path('out.laz')],
      octree: [file, path('out.copc.laz')],
      process: [file, '--out', path(`out-${kind}`)],
      volume: [file, '--plane', '0'],
      contour: [file, '-i', '1', '-o', path('out.dxf')],
      export: [file, '-i', '1', '-o', path('lines.dxf')],
      surface: [file, '-o', path('surface.xml')],
    };
    for (const [name, args] of Object.entries(commands)) {
      const command = { octree: 'convert', surface: 'export' }[name] ?? name;
      const refused = await runHere(command, ...args);
      expect([name, refused.code]).toEqual([name, 1]);
      expect(refused.error).toContain(`${there[kind]} of ${declared} points`);
      const taken = await runHere(command, ...args, consent, '--json');
      expect([name, taken.code]).toEqual([name, 0]);
      expect(missing(taken.out)).toMatchObject(expected);
    }
  });
});

it('takes a file whose chunk table alone is wrong, and says so', async () => {
  const { out, code } = await runHere('volume', path('table.laz'), '--plane', '0', '--json');
  expect(code).toBe(0);
  const rebuilt = told(out).find(({ code: found }) => found === 'laz.table-rebuilt');
  expect(rebuilt?.params.count).toBe(declared);
});

it('names the cause where the size of chunks is left open', async () => {
  const { out } = await runHere('info', path('open.laz'), '--json');
  const rebuilt = told(out).find(({ code }) => code === 'laz.table-rebuilt');
  expect(rebuilt?.params.reason).toBe('chunks-of-0-points');
});

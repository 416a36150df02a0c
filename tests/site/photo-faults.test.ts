import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type CliRun, runBuiltCli, runLimitedCli } from '../support/cli.ts';
import { type SimulatedFlight, simulateFlight } from '../support/simulated-flight.ts';

/** What the tests read of `report.json`. */
interface FaultReport {
  readonly images: {
    readonly total: number;
    readonly registered: number;
    readonly rejected: readonly { readonly name: string; readonly reason: string }[];
  };
  readonly blocks: readonly number[];
  readonly crs: { readonly epsg: number | null; readonly isArbitrary: boolean; readonly chosenBy: string };
  readonly gcps: readonly {
    readonly label: string;
    readonly status: string;
    readonly residual: readonly number[] | null;
  }[];
  readonly warnings: readonly { readonly code: string; readonly params: Readonly<Record<string, unknown>> }[];
}

let flight: SimulatedFlight;
beforeAll(async () => {
  flight = await simulateFlight(3, '--image-width', '800', '--altitude', '220');
}, 300_000);

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-faults-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

interface FaultRun {
  readonly cli: CliRun;
  readonly report: FaultReport | null;
  readonly out: string;
}

const run = async (...args: readonly string[]): Promise<FaultRun> =>
  await runInto(join(await createFolder(), 'out'), ...args);

/** Runs into a folder that may hold what earlier runs found in the same photos. */
async function runInto(out: string, ...args: readonly string[]): Promise<FaultRun> {
  const cli = await runBuiltCli('process', ...args, '--until', 'sparse', '--out', out);
  const text = await readFile(join(out, 'report.json'), 'utf8').catch(() => null);
  return { cli, report: text === null ? null : JSON.parse(text), out };
}

/** Photos that overlap: the first five, one line and a bit. */
const few = () => flight.photos.slice(0, 5);
const codesOf = (report: FaultReport | null) => report?.warnings.map(({ code }) => code) ?? [];

/** The control file with each of its rows changed; a row is x, y, z, px, py, photo, label. */
async function changeControl(change: (row: string[], index: number) => string[]): Promise<string> {
  const [header = '', ...rows] = (await readFile(flight.control, 'utf8')).trim().split('\n');
  const path = join(await createFolder(), 'gcp_list.txt');
  const changed = rows.map((row, index) => change(row.split('\t'), index).join('\t'));
  await writeFile(path, [header, ...changed, ''].join('\n'));
  return path;
}

describe('photos that make no survey', () => {
  test('one photo is refused', async () => {
    const { cli } = await run(flight.photos[0]!);
    expect(cli).toMatchObject({ code: 1, out: '' });
    expect(cli.error).toMatch(/SIM_0001\.JPG is the only photo/);
  });

  test('photos of places apart are refused', async () => {
    const apart = await simulateFlight(9, '--image-width', '800', '--altitude', '220');
    const folder = await createFolder();
    const other = join(folder, 'OTHER.JPG');
    await copyFile(apart.photos.at(-1)!, other);
    const { cli } = await run(flight.photos[0]!, other);
    expect(cli.code).toBe(1);
    expect(cli.error).toMatch(/could be tied to another/);
  });

  test('a photo that is cut off is left out with the reason, the rest is made', async () => {
    const folder = await createFolder();
    const broken = join(folder, 'BROKEN.JPG');
    const bytes = await readFile(flight.photos[5]!);
    await writeFile(broken, bytes.subarray(0, bytes.length >> 1));
    const { cli, report } = await run(...few(), broken);
    expect(cli.code).toBe(0);
    expect(report?.images).toMatchObject({ total: 6, registered: 5 });
    expect(report?.images.rejected).toMatchObject([{ name: 'BROKEN.JPG', reason: 'unreadable' }]);
  });
});

test('two flights without a tie are two blocks, both kept and told', async () => {
  const apart = await simulateFlight(9, '--image-width', '800', '--altitude', '220');
  const folder = join(await createFolder(), 'photos');
  await mkdir(folder);
  for (const path of few()) await copyFile(path, join(folder, basename(path)));
  for (const path of apart.photos.slice(0, 4)) await copyFile(path, join(folder, `B${basename(path)}`));
  const { cli, report } = await run(folder);
  expect(cli.code).toBe(0);
  expect([...(report?.blocks ?? [])]).toEqual([5, 4]);
  expect(codesOf(report)).toContain('photo.many-blocks');
}, 120_000);

describe('control that is wrong', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'plumbline-faults-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test('in feet is found by its factor', async () => {
    const feet = await changeControl(([x, y, z, ...rest]) => [
      ...[x, y, z].map((value) => (Number(value) / 0.3048).toFixed(3)),
      ...rest,
    ]);
    const { cli } = await runInto(join(folder, 'out'), ...few(), '--gcp', feet);
    expect(cli.code).toBe(1);
    expect(cli.error).toMatch(/only if its coordinates are multiplied by 0\.3048/);
  });

  test('with its axes exchanged is found', async () => {
    const swapped = await changeControl(([x = '', y = '', ...rest]) => [y, x, ...rest]);
    const { cli } = await runInto(join(folder, 'out'), ...few(), '--gcp', swapped);
    expect(cli.code).toBe(1);
    expect(cli.error).toMatch(/east and north are swapped/);
  });

  test('a mark on another target is left out and named, and bends nothing', async () => {
    const rows = (await readFile(flight.control, 'utf8'))
      .trim()
      .split('\n')
      .slice(1)
      .map((row) => row.split('\t'));
    const first = rows[0]!;
    const other = rows.find((row) => row[5] === first[5] && row[6] !== first[6])!;
    const wrong = await changeControl((row, index) =>
      index === 0 ? [...row.slice(0, 3), other[3]!, other[4]!, ...row.slice(5)] : row,
    );
    const { cli, report } = await run(...flight.photos, '--gcp', wrong);
    expect(cli.code).toBe(0);
    const found = report?.warnings.find(({ code }) => code.startsWith('photo.control-mark'));
    expect(found?.code).toBe('photo.control-mark-exchanged');
    expect(found?.params).toMatchObject({ label: first[6], photo: first[5], other: other[6] });
    for (const { status, residual } of report?.gcps ?? []) {
      expect(status).toBe('used');
      expect(Math.hypot(...(residual ?? []))).toBeLessThan(0.3);
    }
  }, 120_000);
});

test('a wrong focal length is found by the photos themselves and told', async () => {
  const folder = join(await createFolder(), 'photos');
  await mkdir(folder);
  for (const path of flight.photos) {
    const bytes = await readFile(path);
    await writeFile(join(folder, basename(path)), withFocal(bytes, 1.25));
  }
  const { cli, report } = await run(folder);
  expect(cli.code).toBe(0);
  expect(report?.images.registered).toBe(flight.photos.length);
  expect(codesOf(report)).toContain('photo.focal-changed');
}, 120_000);

test('photos that all state one place are placed by what they show, and the doubt is told', async () => {
  const folder = join(await createFolder(), 'photos');
  await mkdir(folder);
  const first = await readFile(flight.photos[0]!);
  const photos = few();
  for (const path of photos) {
    await writeFile(join(folder, basename(path)), withPlaceOf(await readFile(path), first));
  }
  const { cli, report } = await run(folder);
  expect(cli.code).toBe(0);
  expect(report?.images.registered).toBe(photos.length);
  expect(codesOf(report)).toEqual(expect.arrayContaining(['photo.position-same', 'photo.system-none']));
}, 120_000);

test('photos without places and control too little to place them claim no system', async () => {
  const folder = join(await createFolder(), 'photos');
  await mkdir(folder);
  const first = await readFile(flight.photos[0]!);
  for (const path of few()) {
    await writeFile(join(folder, basename(path)), withPlaceOf(await readFile(path), first));
  }
  const [header = '', ...rows] = (await readFile(flight.control, 'utf8')).trim().split('\n');
  const labelOf = (row: string) => row.split('\t')[6];
  const kept = rows.filter((row) => labelOf(row) === labelOf(rows[0]!));
  const control = join(await createFolder(), 'gcp_list.txt');
  await writeFile(control, [header, ...kept, ''].join('\n'));
  const { cli, report } = await run(folder, '--gcp', control);
  expect(cli.code).toBe(0);
  expect(codesOf(report)[0]).toBe('photo.place-unknown');
  expect(report?.crs).toMatchObject({ epsg: null, isArbitrary: true, chosenBy: 'none' });
}, 120_000);

test('a full disk ends the work with its name, and the next run goes on from what is there', async () => {
  const out = join(await createFolder(), 'out');
  const wanted = ['process', ...few(), '--until', 'sparse', '--out', out];
  const full = await runLimitedCli(400, ...wanted);
  expect(full.code).toBe(1);
  expect(full.error).toMatch(/disk is full/);
  const next = await runBuiltCli(...wanted);
  expect(next.code).toBe(0);
}, 120_000);

/** The EXIF structure of a simulated photo: its numbers and where the entry of a tag is in a directory. */
function openExif(bytes: Buffer) {
  const tiff = bytes.indexOf('Exif\0\0', 0, 'latin1') + 6;
  const little = bytes.toString('latin1', tiff, tiff + 2) === 'II';
  const u16 = (at: number) => (little ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at));
  const u32 = (at: number) => (little ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at));
  const put = (at: number, value: number) =>
    little ? bytes.writeUInt32LE(value, at) : bytes.writeUInt32BE(value, at);
  const findTag = (ifd: number, tag: number) => {
    for (let k = 0; k < u16(ifd); k++) if (u16(ifd + 2 + 12 * k) === tag) return ifd + 2 + 12 * k;
    return 0;
  };
  const main = tiff + u32(tiff + 4);
  const pointed = (entry: number) => tiff + u32(entry + 8);
  return { u32, put, findTag, main, pointed };
}

/** A simulated photo whose focal length in EXIF is changed by a factor: the resolutions of its focal plane. */
function withFocal(jpeg: Buffer, factor: number): Buffer {
  const bytes = Buffer.from(jpeg);
  const { u32, put, findTag, main, pointed } = openExif(bytes);
  const exif = pointed(findTag(main, 0x8769));
  for (const tag of [0xa20e, 0xa20f]) {
    const entry = findTag(exif, tag);
    if (entry > 0) put(pointed(entry), Math.round(u32(pointed(entry)) * factor));
  }
  return bytes;
}

/** A simulated photo that states latitude and longitude of another, in EXIF and XMP. */
function withPlaceOf(jpeg: Buffer, other: Buffer): Buffer {
  const bytes = Buffer.from(jpeg);
  const places = [bytes, other].map((photo) => {
    const { findTag, main, pointed } = openExif(photo);
    const gps = pointed(findTag(main, 0x8825));
    return [2, 4].map((tag) => pointed(findTag(gps, tag)));
  });
  const rationals = 24;
  for (const axis of [0, 1])
    other.copy(bytes, places[0]![axis]!, places[1]![axis]!, places[1]![axis]! + rationals);
  for (const name of ['GpsLatitude="', 'GpsLongitude="']) {
    const from = other.indexOf(name);
    other.copy(bytes, bytes.indexOf(name), from, other.indexOf('"', from + name.length) + 1);
  }
  return bytes;
}

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FileProof } from '#contract/schemas/file-proofs.ts';
import type { ContourLines } from '#domain/geometry/grid/contour-lines.ts';
import { createLocalPool } from '#tests/support/local-pool.ts';
import { writeContourFile } from '../terrain/write-contour-file.ts';
import { proveContent } from './publish.ts';

const pool = createLocalPool();
let folder: string;
let made = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-lines-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Open lines and rings at levels that are no binary fractions. */
function createContours(): ContourLines {
  const lines = Array.from({ length: 40 }, (_, line) => {
    const places = Array.from({ length: 5 + line }, (_, k) => [
      500_000 + 30 * line + 10 * Math.cos(k / 3),
      -200 + 10 * Math.sin(k / 3) + line / 7,
    ]);
    return line % 2 === 0 ? [...places, places[0]!] : places;
  });
  const starts = [0];
  for (const line of lines) starts.push(starts.at(-1)! + line.length);
  return {
    levels: Float64Array.from({ length: 10 }, (_, k) => 0.1 * k),
    lineLevels: Uint32Array.from({ length: 40 }, (_, line) => Math.floor(line / 4)),
    starts: Uint32Array.from(starts),
    coordinates: Float64Array.from(lines.flat(2)),
  };
}

describe.each(['geojson', 'dxf'])('contours as %s', (ending) => {
  let proof: FileProof;
  let text: string;
  beforeAll(async () => {
    const path = join(folder, `contours.${ending}`);
    const style = { lines: createContours(), interval: 0.1, base: 0, indexEvery: 5 };
    proof = await writeContourFile(path, style, { epsg: 32632, unit: null }, { pool });
    text = await readFile(path, 'latin1');
  });

  const prove = async (content: string) => {
    const path = join(folder, `${made++}.${ending}`);
    await writeFile(path, content, 'latin1');
    return proveContent(path, `contours.${ending}`, proof, { pool });
  };

  test('are what was written', async () => {
    expect(proof).toMatchObject({
      kind: 'lines',
      lines: 40,
      vertices: createContours().coordinates.length / 2,
    });
    await expect(prove(text)).resolves.toBeUndefined();
  });

  test('are refused with a digit of a coordinate changed', async () => {
    const changed = text.replace(
      /(LWPOLYLINE[\s\S]*?\n10\n\d+\.|\],\[\d+\.)(\d)/,
      (_, before, digit) => before + ((Number(digit) + 1) % 10),
    );
    expect(changed).not.toBe(text);
    await expect(prove(changed)).rejects.toMatchObject({ code: 'product.lines-differ' });
  });

  test('are refused with a line left out', async () => {
    const line = ending === 'dxf' ? /0\nLWPOLYLINE\n[\s\S]*?(?=\n0\n)/ : /\{"type":"Feature",.*\},\n/;
    const without = text.replace(line, ending === 'dxf' ? '0\nPOINT' : '');
    expect(without.length).toBeLessThan(text.length);
    await expect(prove(without)).rejects.toMatchObject({
      code: 'product.lines-differ',
      params: { what: 'lines', expected: 40, found: 39 },
    });
  });

  test('are refused with two heights exchanged', async () => {
    const [one, other] = ending === 'dxf' ? ['\n38\n0.1\n', '\n38\n0.2\n'] : [',0.1]', ',0.2]'];
    const exchanged = text.replaceAll(one, '?').replaceAll(other, one).replaceAll('?', other);
    expect(exchanged).not.toBe(text);
    await expect(prove(exchanged)).rejects.toMatchObject({ code: expect.stringMatching(/^product\./) });
  });

  test('are refused with their end cut off, wherever', async () => {
    for (const share of [0.1, 0.5, 0.9, 0.999]) {
      const cut = prove(text.slice(0, Math.floor(text.length * share)));
      await expect(cut).rejects.toMatchObject({ code: expect.stringMatching(/^product\./) });
    }
  });
});

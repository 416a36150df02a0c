import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readDxf } from '#domain/formats/dxf/read/read-dxf.ts';
import type { ExchangeFeature } from '#domain/formats/exchange-model.ts';
import { readGeoJson } from '#domain/formats/geojson/read-geojson.ts';
import { openFileSource } from '#workers/io/file-source.ts';
import { runBuiltCli } from '../support/cli.ts';
import {
  correctedSurvey,
  corrections,
  dictionary,
  lineCodes,
  type Shot,
  shotsOf,
} from '../support/coded-survey.ts';
import { describeWithShared, sharedData } from '../support/shared-data.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-codes-'));
  await writeFile(path('codes.csv'), dictionary);
});
afterAll(() => rm(folder, { recursive: true, force: true }));
const path = (name: string) => join(folder, name);

/** Whether a description names a code, alone or with the number of a line, blanks and slashes between codes. */
const names = ({ description }: Shot, code: string) =>
  description.split(/[ /,;&]+/).some((word) => word.replace(/\d+$/, '') === code);

const verticesOf = ({ coordinates }: ExchangeFeature) =>
  Array.from({ length: coordinates.length / 3 }, (_, i) => [...coordinates.subarray(3 * i, 3 * i + 3)]);

/** Whether the last curve code of some shots begins a curve. */
const isCurved = (shots: readonly Shot[]) =>
  shots.findLast(({ description }) => / P[CT]\b/.test(description))?.description.includes(' PC') ?? false;

/** 0.1 mm, in feet. */
const tolerance = 0.0001 / 0.3048;
const isAt = (a: readonly number[], b: readonly number[]) =>
  a.every((value, axis) => Math.abs(value - b[axis]!) < tolerance);

async function readBack(file: string): Promise<readonly ExchangeFeature[]> {
  if (file.endsWith('.geojson')) return readGeoJson(JSON.parse(await readFile(file, 'utf8')), file).features;
  const source = await openFileSource(file);
  const drawing = await readDxf(source, { tolerance: 0.001 });
  await source.close();
  return drawing.features;
}

describeWithShared('a survey with codes (bezitopo)', () => {
  const survey = sharedData('survey/bezitopo/topo0.asc');

  it('is refused with the rows whose codes contradict each other', async () => {
    const run = await runBuiltCli('export', survey, '-o', path('no.dxf'), '--codes', path('codes.csv'));
    expect(run.code).toBe(1);
    expect(run.error).toContain(Object.keys(corrections).join(', '));
    await expect(readFile(path('no.dxf'))).rejects.toThrow('ENOENT');
  });

  it.each(['.dxf', '.geojson'])('becomes linework in %s', async (ending) => {
    const input = path('corrected.asc');
    await writeFile(input, await correctedSurvey(survey));
    const out = path(`survey${ending}`);
    const run = await runBuiltCli('export', input, '-o', out, '--codes', path('codes.csv'), '--json');
    expect(run).toMatchObject({ code: 0 });
    const shots = await shotsOf(input);
    const features = await readBack(out);

    const points = features.filter(({ kind }) => kind === 'point');
    expect(points.map(({ name, code = '' }) => [name, code])).toEqual(
      shots.map(({ name, description }) => [name, description]),
    );
    expect(points.filter((point, i) => !isAt([...point.coordinates], shots[i]!.xyz))).toEqual([]);

    const drawn = features.filter(({ kind }) => kind === 'polyline');
    expect(drawn.length + points.length).toBe(features.length);
    for (const code of lineCodes) {
      const coded = shots.filter((shot) => names(shot, code));
      const own = drawn.filter((line) => line.code === code);
      let used = 0;
      for (const line of own) {
        expect(line.layer).toBe(`Lines of ${code}`);
        const vertices = verticesOf(line);
        let at = coded.findIndex(({ xyz }) => isAt(vertices[0]!, xyz));
        for (const vertex of vertices) {
          const shot = coded[at]!;
          // Both formats have arcs on slopes as chords, between the shots of a curve.
          if (!isAt(vertex, shot.xyz))
            expect(isCurved(coded.slice(0, at)), `${code} at ${shot.name}`).toBe(true);
          else {
            at++;
            used++;
          }
        }
      }
      const { warnings } = JSON.parse(run.out) as {
        warnings: { code: string; params: Record<string, unknown> }[];
      };
      const single = warnings.filter(
        (note) =>
          note.code === 'codes.line-too-short' && String(note.params['line']).replace(/\d+$/, '') === code,
      );
      // BEGIN EP END EP ends a line and begins the next, and begins it alone.
      const shared = code === 'EP' ? 1 : 0;
      expect(used + single.length, code).toBe(coded.length + shared);
    }
  });

  it('has the curve of the back of curb through the curb that was surveyed beside it', async () => {
    const { features } = readGeoJson(JSON.parse(await readFile(path('survey.geojson'), 'utf8')), 'survey');
    const shots = await shotsOf(survey);
    const first = shots.find(({ description }) => description === 'BC B')!;
    const line = features.find(
      ({ kind, coordinates }) => kind === 'polyline' && isAt([...coordinates.subarray(0, 3)], first.xyz),
    )!;
    const vertices = verticesOf(line);
    const [from, to] = ['BC PC', 'BC PT'].map((code) => {
      const shot = shots.find(({ description }) => description === code)!;
      return vertices.findIndex((vertex) => isAt(vertex, shot.xyz));
    }) as [number, number];
    const curb = shots.slice(854, 858);
    expect(curb.every(({ description }) => description.endsWith('CC'))).toBe(true);
    for (const { name, xyz } of curb) {
      const distances = vertices.slice(from, to + 1).map(([x, y]) => Math.hypot(x! - xyz[0]!, y! - xyz[1]!));
      expect(Math.min(...distances), name).toBeLessThan(1);
    }
    expect(vertices.length - (to - from - 1)).toBe(
      shots.slice(845, 866).filter((shot) => names(shot, 'BC')).length,
    );
  });
});

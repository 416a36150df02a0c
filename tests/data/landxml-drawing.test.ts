import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ExchangeFeature } from '#domain/formats/exchange-model.ts';
import { readLandXmlDrawing } from '#domain/formats/landxml/read-drawing.ts';
import { lineLengths, ringArea } from '#domain/geometry/plane/arc-measure.ts';
import type { Position } from '#domain/geometry/position.ts';
import { openFileSource } from '#workers/io/file-source.ts';
import { runBuiltCli } from '../support/cli.ts';
import { describeWithShared, sharedData } from '../support/shared-data.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-landxml-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const file = (name: string) => sharedData(`vector/landxml/${name}`);

async function readDrawing(path: string) {
  const source = await openFileSource(path);
  try {
    return await readLandXmlDrawing(source);
  } finally {
    await source.close();
  }
}

/** Elements of a file by their names, counted in its text. */
async function countOf(name: string, element: string): Promise<number> {
  const text = await readFile(file(name), 'utf8');
  return text.match(new RegExp(`<${element}[\\s>]`, 'g'))?.length ?? 0;
}

interface Layers {
  readonly unit: string | null;
  readonly layers: readonly {
    readonly name: string;
    readonly features: number;
    readonly extent: { readonly min: readonly number[]; readonly max: readonly number[] } | null;
  }[];
  readonly warnings: readonly { readonly code: string }[];
}

async function infoOf(path: string): Promise<Layers> {
  const run = await runBuiltCli('info', path, '--json');
  expect(run).toMatchObject({ code: 0 });
  return JSON.parse(run.out);
}

describeWithShared('LandXML of other programs', () => {
  it('has as many points and figures as the file (Partridge_Survey)', async () => {
    const { unit, layers } = await infoOf(file('Partridge_Survey.xml'));
    expect(unit).toBe('foot');
    expect(layers.map(({ name, features }) => [name, features])).toEqual([
      ['fieldbook', await countOf('Partridge_Survey.xml', 'CgPoint')],
      ['Figures', await countOf('Partridge_Survey.xml', 'PlanFeature')],
    ]);
    const places = [
      ...(await readFile(file('Partridge_Survey.xml'), 'utf8')).matchAll(/<CgPoint [^>]*>([^<]*)</g),
    ];
    const numbers = places.map((place) => place[1]!.trim().split(/\s+/).map(Number));
    const of = (pick: (...values: number[]) => number, axis: number) =>
      numbers.reduce((found, one) => pick(found, one[axis]!), numbers[0]![axis]!);
    expect(layers[0]!.extent).toEqual({
      min: [of(Math.min, 1), of(Math.min, 0)],
      max: [of(Math.max, 1), of(Math.max, 0)],
    });
  });

  it('has parcels and alignments as large and long as the file states (subdivision)', async () => {
    const { features, notes } = await readDrawing(file('subdivision.xml'));
    const parcels = await statedOf('subdivision.xml', 'Parcel', 'area');
    const areas = features.filter(({ layer }) => layer === 'Parcels');
    expect(areas.map(({ name }) => name)).toEqual([...parcels.keys()]);
    for (const area of areas) {
      expect(area.kind).toBe('polygon');
      expect(ringArea(placesOf(area), [...(area.bulges ?? [])]), area.name).toBeCloseTo(
        parcels.get(area.name!)!,
        3,
      );
    }
    await expectLengths('subdivision.xml', features, 4);
    expect(notes.map(({ code, params }) => [code, params['elements']])).toEqual([
      ['landxml.left-out', 'PipeNetworks'],
    ]);
  });

  it('has an alignment of lines, arcs and spirals (J-LandXML)', async () => {
    const { features, notes, unit } = await readDrawing(file('j_landxml_sample.xml'));
    expect(unit?.name).toBe('metre');
    expect(features.filter(({ kind }) => kind === 'point').map(({ name }) => name)).toEqual([
      'BP (NO.-4-10)',
      'NO.-4',
      'NO.-3',
    ]);
    await expectLengths('j_landxml_sample.xml', features, 1);
    const spirals = notes.find(({ code }) => code === 'landxml.spirals-as-chords')!;
    expect(spirals.params['count']).toBe(await countOf('j_landxml_sample.xml', 'Spiral'));
    expect(Number(spirals.params['distance'])).toBeLessThan(1e-6);
  });

  it('says of its surfaces where they are broken', async () => {
    const run = await runBuiltCli('info', file('j_landxml_sample.xml'));
    expect([run.code, run.error]).toEqual([1, expect.stringContaining('names a point that does not exist')]);
    const other = await runBuiltCli('info', file('lutra/just_xml.xml'));
    expect([other.code, other.error]).toEqual([1, expect.stringContaining('SomeXMLTag')]);
  });

  it.each(['Partridge_Survey.xml', 'subdivision.xml', 'polyline.xml'])(
    'written again has the same features at the same places (%s)',
    async (name) => {
      const before = await readDrawing(file(name));
      const out = join(folder, name);
      expect(await runBuiltCli('export', file(name), '-o', out)).toMatchObject({ code: 0 });
      const after = await readDrawing(out);
      const textOf = (features: typeof before.features) =>
        features
          .map((feature) => {
            const { kind, layer, name: label = '', code = '', coordinates, closed = false } = feature;
            const bulges = [...(feature.bulges ?? [])].map((bulge) => bulge.toFixed(6));
            return JSON.stringify({ kind, layer, label, code, closed, bulges, xyz: [...coordinates] });
          })
          .sort();
      expect(textOf(after.features)).toEqual(textOf(before.features));
      expect([after.unit, after.surfaceNames]).toEqual([before.unit, before.surfaceNames]);
    },
  );
});

/** Values of an attribute that a file states, by name. */
async function statedOf(name: string, element: string, attribute: string): Promise<Map<string, number>> {
  const text = await readFile(file(name), 'utf8');
  const tags = [...text.matchAll(new RegExp(`<${element} [^>]*>`, 'g'))].map(([tag]) => tag);
  const of = (tag: string, key: string) => new RegExp(` ${key}="([^"]*)"`).exec(tag)?.[1] ?? '';
  return new Map(tags.map((tag) => [of(tag, 'name'), Number(of(tag, attribute))]));
}

const placesOf = ({ coordinates }: ExchangeFeature): Position[] =>
  Array.from({ length: coordinates.length / 3 }, (_, i) => [coordinates[3 * i]!, coordinates[3 * i + 1]!, 0]);

async function expectLengths(
  name: string,
  features: readonly ExchangeFeature[],
  digits: number,
): Promise<void> {
  const lengths = await statedOf(name, 'Alignment', 'length');
  const lines = features.filter(({ name: label = '', kind }) => kind === 'polyline' && lengths.has(label));
  expect(lines).toHaveLength(lengths.size);
  for (const line of lines) {
    const { plan } = lineLengths(placesOf(line), [...(line.bulges ?? [])], line.closed === true);
    expect(plan, line.name).toBeCloseTo(lengths.get(line.name!)!, digits);
  }
}

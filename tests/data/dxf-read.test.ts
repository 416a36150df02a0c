import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { memorySource } from '#domain/formats/byte-source.ts';
import { readDxf } from '#domain/formats/dxf/read/read-dxf.ts';
import { drawingExtent, withoutArcs } from '#domain/formats/exchange-geometry.ts';
import type { ReadDrawing } from '#domain/formats/exchange-model.ts';
import { describeWithShared, hasSharedData, sharedData } from '../support/shared-data.ts';

interface Layers {
  readonly layers: readonly { readonly n: number; readonly extent: string | null }[];
}

const readFile = (name: string) =>
  readDxf(memorySource(name, readFileSync(sharedData(`vector/${name}`))), { tolerance: 1e-4 });

/** What GDAL counts: features, texts and triangles are one feature each. */
function countsOf({ features, texts = [], surfaces = [] }: ReadDrawing): [number, number, number] {
  const triangles = surfaces.reduce((sum, surface) => sum + surface.triangles.length / 3, 0);
  return [features.length, texts.length, triangles];
}

/** West, south, east, north of everything, arcs along their curves. */
function extentOf(drawing: ReadDrawing): number[] {
  const flat = drawing.features.map((feature) => withoutArcs(feature, 1e-7));
  const { min, max } = drawingExtent({ ...drawing, features: flat }) ?? {
    min: [Infinity, Infinity],
    max: [-Infinity, -Infinity],
  };
  const texts = drawing.texts ?? [];
  const of = (axis: 'x' | 'y', side: 'min' | 'max', start: number) =>
    texts.reduce((value, text) => Math[side](value, text[axis]), start);
  return [of('x', 'min', min[0]!), of('y', 'min', min[1]!), of('x', 'max', max[0]!), of('y', 'max', max[1]!)];
}

/** Files that GDAL counts differently: features, texts and triangles, and why. */
const otherCounts: Record<string, readonly [counts: readonly [number, number, number], reason: string]> = {
  'dxf-gdal/3d.dxf': [[1, 0, 12], 'a polyface mesh is one feature of GDAL'],
  'dxf-gdal/3dface.dxf': [[0, 0, 3], 'quads are two triangles'],
  'dxf-gdal/additional-entities.dxf': [[24, 8, 0], 'the points of inserts with attributes are ours alone'],
  'dxf-gdal/assorted.dxf': [
    [10, 2, 0],
    'GDAL draws dimensions without a block, takes "256QSW" for a number, and draws paper space',
  ],
  'dxf-gdal/attrib-nested.dxf': [[1, 1, 0], 'GDAL leaves out attributes of inserts within blocks'],
  'dxf-gdal/attrib.dxf': [
    [4, 5, 0],
    'the points of inserts with attributes, and constant attributes, are ours alone',
  ],
  'dxf-gdal/block-basepoint.dxf': [[2, 0, 0], 'GDAL merges what an insert draws'],
  'dxf-gdal/block-insert-order.dxf': [[4, 0, 0], 'GDAL merges what an insert draws'],
  'dxf-gdal/byblock-bylayer-new.dxf': [[819, 0, 0], 'GDAL merges what an insert draws'],
  'dxf-gdal/byblock-bylayer.dxf': [[14, 1, 0], 'GDAL draws paper space'],
  'dxf-gdal/dimension-entities-only.dxf': [[0, 0, 0], 'GDAL draws dimensions whose block is missing'],
  'dxf-gdal/frozen-off.dxf': [[104, 0, 0], 'GDAL merges what an insert draws'],
  'dxf-gdal/insert_only.dxf': [[5, 0, 0], 'GDAL merges what an insert draws'],
  'dxf-gdal/insert_only_col_count_zero.dxf': [[5, 0, 0], 'GDAL refuses zero columns, which count as one'],
  'dxf-gdal/leader-mleader.dxf': [[19, 7, 0], 'GDAL draws arrowheads and blocks of notes'],
  'dxf-gdal/solid-less-than-4-vertices.dxf': [
    [1, 0, 0],
    'GDAL makes points and lines of solids without area',
  ],
  'dxf-gdal/spline_closed.dxf': [[1, 0, 0], 'GDAL invents the knots of a spline that has none'],
  'dxf-gdal/text-fancy.dxf': [[2, 3, 0], 'GDAL keeps an invisible text'],
  'dxf-ezdxf/3dface.dxf': [[5, 22, 51], 'quads are two triangles, and faces without area are left out'],
  'dxf-ezdxf/Minimal_DXF_AC1006.dxf': [[1, 0, 3], 'quads are two triangles'],
  'dxf-ezdxf/POLI-ALL210_12.DXF': [[30, 0, 2], 'quads are two triangles'],
  'dxf-ezdxf/duplicate_handles.dxf': [[119, 19, 0], 'GDAL draws dimensions whose block is missing'],
  'dxf-ezdxf/multi_insert_with_attribs.dxf': [
    [75, 75, 0],
    'GDAL repeats no attribute that is empty, and has no points of inserts',
  ],
};
for (const name of ['ocs2wcs1', 'ocs2wcs2']) {
  otherCounts[`dxf-gdal/${name}.dxf`] = [
    name === 'ocs2wcs1' ? [44, 4, 8] : [60, 4, 8],
    'quads are two triangles, of which GDAL makes one feature',
  ];
}

/** Files whose extent GDAL takes from something else than curves; the reason stands above where none is given. */
const otherExtents = new Map<string, string>([
  ['dxf-gdal/3d.dxf', 'GDAL draws the thickness of a circle'],
  ['dxf-gdal/additional-entities.dxf', 'GDAL draws the parallels of MLINE'],
  ['dxf-gdal/assorted.dxf', ''],
  ['dxf-gdal/attrib-nested.dxf', ''],
  ['dxf-gdal/block-hidden-entities.dxf', 'GDAL measures invisible objects too'],
  ['dxf-gdal/byblock-bylayer.dxf', ''],
  ['dxf-gdal/dimension-entities-only.dxf', ''],
  ['dxf-gdal/insert_only_col_count_zero.dxf', ''],
  ['dxf-gdal/leader-mleader.dxf', ''],
  ['dxf-gdal/solid-less-than-4-vertices.dxf', ''],
  ['dxf-gdal/text-block-transform.dxf', 'GDAL takes the start of a centred text for its anchor'],
  ['dxf-gdal/text-fancy.dxf', ''],
  ['dxf-ezdxf/duplicate_handles.dxf', ''],
]);

/** GDAL draws arcs with chords of 4°, which leave a circle by 1 − cos 2° of its radius, and splines by few chords. */
const curved = new Set([
  ...[
    'attrib',
    'block-insert-order',
    'circle',
    'closed_polyline_with_bulge',
    'elliptical-arc-hatch-min',
    'hatch',
  ],
  ...['lwpolyline_smooth', 'polyline_smooth', 'spline_closed', 'spline_qcad', 'spline_weight', '1_polylines'],
  'R12_with_trash_beyond_EOF',
]);
const chordShare = 7e-4;

/** Files that are refused, and how. */
const refused: Record<string, string> = {
  'dxf-gdal/clusterfuzz-testcase-minimized-dxf_fuzzer-5400376672124928.dxf': 'dxf.bad-group',
  'dxf-gdal/clusterfuzz-testcase-minimized-shape_fuzzer-6126814756995072.dxf': 'dxf.not-dxf',
  'dxf-gdal/insert-too-many-errors.dxf': 'dxf.bad-group',
};

const isBinary = (name: string) => /BINARY_|\/bin_/.test(name);
const truth: Record<string, Layers> = hasSharedData
  ? JSON.parse(readFileSync(sharedData('vector/_ogr-truth.json'), 'utf8'))
  : {};
const files = Object.keys(truth).filter((name) => /^dxf-/.test(name));

describeWithShared('public DXF files', () => {
  it.each(files.filter((name) => refused[name]))('refuses %s', async (name) => {
    await expect(readFile(name)).rejects.toMatchObject({ code: refused[name] });
  });

  it.each(files.filter((name) => !refused[name] && !isBinary(name)))(
    'reads %s as GDAL does',
    async (name) => {
      const drawing = await readFile(name);
      const { n, extent } = truth[name]!.layers[0] ?? { n: 0, extent: null };
      const counts = countsOf(drawing);
      if (otherCounts[name]) expect(counts).toEqual(otherCounts[name][0]);
      else expect(counts.reduce((sum, count) => sum + count)).toBe(n);
      if (otherExtents.has(name)) return;
      const ours = extentOf(drawing);
      if (extent === null) {
        expect(ours).toEqual([Infinity, Infinity, -Infinity, -Infinity]);
        return;
      }
      const theirs = [...extent.matchAll(/-?\d+\.\d+/g)].map(Number);
      const size = Math.max(theirs[2]! - theirs[0]!, theirs[3]! - theirs[1]!);
      const isCurved = curved.has(name.replace(/^.*\/|\.dxf$/gi, ''));
      const allowed = isCurved ? chordShare * size : 1e-6;
      for (const [side, value] of ours.entries()) {
        expect(Math.abs(value - theirs[side]!), `side ${side}`).toBeLessThanOrEqual(allowed);
      }
    },
  );

  it.each([
    ['dxf-ezdxf/bin_dxf_r12.dxf', 3, 0],
    ['dxf-ezdxf/bin_dxf_r13.dxf', 3, 0],
    ['dxf-ezdxf/bin_dxf_r14.dxf', 3, 0],
    ['dxf-ezdxf/bin_dxf_r2000.dxf', 0, 1],
    ['dxf-gdal/BINARY_wipeout.dxf', 0, 0],
  ])('reads the binary %s', async (name, features, texts) => {
    expect(countsOf(await readFile(name))).toEqual([features, texts, 0]);
  });

  it('reads the same circles and lines of binary files of R12, R13 and R14', async () => {
    const [r12, r13, r14] = await Promise.all(
      ['r12', 'r13', 'r14'].map((version) => readFile(`dxf-ezdxf/bin_dxf_${version}.dxf`)),
    );
    const coordinates = (drawing: ReadDrawing) => drawing.features.map((feature) => [...feature.coordinates]);
    expect(coordinates(r13!)).toEqual(coordinates(r12!));
    expect(coordinates(r14!)).toEqual(coordinates(r12!));
  });

  it('tells what it leaves out', async () => {
    const notesOf = async (name: string) =>
      (await readFile(name)).notes.map(({ code, params }) => [code, params['name'], params['count']]);
    expect(await notesOf('dxf-gdal/wipeout.dxf')).toContainEqual(['dxf.skipped', 'WIPEOUT', 2]);
    expect(await notesOf('dxf-ezdxf/Graz_10km_3m.dxf')).toEqual([['dxf.skipped', 'IMAGE', 8]]);
    expect(await notesOf('dxf-gdal/insert-recursive-pair.dxf')).toEqual([
      ['dxf.recursive-block', 'RecursiveBlock1', 2],
    ]);
    expect(await notesOf('dxf-gdal/header_extended.dxf')).toEqual([['dxf.truncated', 'SECTION', 1]]);
    expect(await notesOf('dxf-gdal/block-hidden-entities.dxf')).toEqual([
      ['dxf.invisible', 'LINE', 2],
      ['dxf.invisible', 'INSERT', 1],
    ]);
  });

  it('reads a surface of a real program, text and binary alike', async () => {
    const read = (name: string) =>
      readDxf(memorySource(name, readFileSync(sharedData(`survey/bezitopo/${name}`))), { tolerance: 0.01 });
    const [text, binary] = await Promise.all([read('tinytin-txt.dxf'), read('tinytin-bin.dxf')]);
    const triangles = (drawing: ReadDrawing) =>
      drawing.surfaces!.map((surface) => surface.triangles.length / 3);
    expect(triangles(text)).toEqual(triangles(binary));
    const faces =
      readFileSync(sharedData('survey/bezitopo/tinytin-txt.dxf'), 'latin1').split('3DFACE').length - 1;
    expect(triangles(text).reduce((sum, count) => sum + count)).toBe(faces);
  });
});

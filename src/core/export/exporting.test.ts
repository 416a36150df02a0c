import { describe, expect, it } from 'vitest';
import { readCrs } from '#domain/crs/read-crs.ts';
import { type ExportFormat, exportFormats } from '#domain/drawing/export/export-options.ts';
import { readLandXml } from '#domain/formats/landxml/read-surfaces.ts';
import { readPointText } from '#domain/formats/point-text/read-point-text.ts';
import { INTERNATIONAL_FOOT, METRE } from '#domain/units/units.ts';
import { createBench, createSurface } from '#tests/support/editor.ts';
import { createExportRequest } from '#tests/support/export-request.ts';
import type { CloudAccess } from '../ports/clouds.ts';
import type { ProjectFacts } from '../state/project-facts.ts';
import type { ExportRequest } from './export-request.ts';

const slope = (x: number, y: number) => 100 + 0.1 * x - 0.05 * y;
const ring = [20, -20, 102, 60, -20, 106, 60, -60, 104, 20, -60, 100];

async function createDrawn(facts: Partial<ProjectFacts> = {}) {
  const bench = await createBench({ facts, ports: { surface: createSurface(slope) } });
  const { editor } = bench;
  await editor.dispatch(
    'feature.add',
    { kind: 'point', coordinates: [500000.12345, 4500000.5, 12.3456], code: 'BM' },
    'program',
  );
  await editor.dispatch('feature.add', { kind: 'polygon', coordinates: ring }, 'program');
  const write = async (format: ExportFormat, more: Partial<ExportRequest> = {}) => {
    await editor.dispatch('drawing.export', createExportRequest({ format, ...more }), 'panel');
    await editor.settle();
    return bench.files.at(-1);
  };
  return { ...bench, write };
}

async function createWithSurfaces(facts: Partial<ProjectFacts> = {}) {
  const bench = await createDrawn(facts);
  await bench.editor.dispatch('surface.contours', { interval: 1 }, 'panel');
  await bench.editor.settle();
  await bench.editor.dispatch('surface.tin', null, 'panel');
  await bench.editor.settle();
  return bench;
}

function sourceOf(text: string) {
  const bytes = new TextEncoder().encode(text);
  return {
    name: 'site.xml',
    size: bytes.length,
    read: async (offset: number, length: number) => bytes.slice(offset, offset + length),
  };
}

describe('exports', () => {
  it('write points that read back with the digits shown', async () => {
    const { write } = await createDrawn();
    const file = await write('points');
    expect(file?.name).toBe('site.txt');
    const { points } = readPointText(file?.text ?? '', { name: 'site.txt', order: 'PNEZD' });
    expect(points).toEqual([
      { point: '1', northing: 4500000.5, easting: 500000.123, elevation: 12.346, description: 'BM' },
    ]);
  });

  it('write features, contours and triangles as GeoJSON', async () => {
    const { write, editor } = await createWithSurfaces();
    const { derived } = editor.views.workspace;
    expect(derived.map(({ kind }) => kind)).toEqual(['contours', 'tin']);
    const parsed = JSON.parse((await write('geojson'))?.text ?? '') as {
      crs: unknown;
      features: {
        geometry: { type: string; coordinates: number[][] };
        properties: Record<string, unknown>;
      }[];
    };
    const of = (layer: string) => parsed.features.filter((feature) => feature.properties['layer'] === layer);
    expect(of('Drawing')).toHaveLength(2);
    expect(of('Surface')).toHaveLength(derived[1]!.count);
    expect(of('Contours').length).toBe(derived[0]!.count);
    for (const { geometry } of of('Contours')) {
      for (const [x, y, z] of geometry.coordinates) expect(slope(x!, y!)).toBeCloseTo(z!, 4);
    }
    expect(JSON.stringify(parsed.crs)).toContain('26917');
  });

  it('write the TIN as LandXML with the area of the polygon', async () => {
    const { write } = await createWithSurfaces();
    const file = await readLandXml(sourceOf((await write('landxml'))?.text ?? ''));
    const { tin } = file.surfaces[0]!;
    let area = 0;
    for (let t = 0; t < tin.triangles.length; t += 3) {
      const at = (corner: number, axis: number) => tin.points[3 * tin.triangles[t + corner]! + axis]!;
      area +=
        ((at(1, 0) - at(0, 0)) * (at(2, 1) - at(0, 1)) - (at(2, 0) - at(0, 0)) * (at(1, 1) - at(0, 1))) / 2;
    }
    expect(area).toBeCloseTo(1600, 6);
    for (let i = 0; i < tin.points.length; i += 3) {
      expect(tin.points[i + 2]).toBeCloseTo(slope(tin.points[i]!, tin.points[i + 1]!), 4);
    }
  });

  it('write layers, 3D polylines and faces as DXF', async () => {
    const { write } = await createWithSurfaces();
    const text = (await write('dxf'))?.text ?? '';
    expect(text).toContain('AC1015');
    for (const word of ['POINT', 'POLYLINE', '3DFACE', 'Contours', 'Surface', 'Drawing']) {
      expect(text).toMatch(new RegExp(`\\n${word}\\r?\\n`));
    }
    expect(((await write('dxf', { hasSurfaces: false }))?.text ?? '').includes('3DFACE')).toBe(false);
  });

  it('write shapefiles as one archive, with the system of the project', async () => {
    const { definition } = await readCrs([{ source: 'user', payload: 'EPSG:26917' }]);
    const { write } = await createWithSurfaces({ system: definition });
    const file = await write('shapefile');
    expect(file?.name).toBe('site.zip');
    expect(file?.text).toMatch(/^PK/);
    for (const name of [
      'Drawing-points.shp',
      'Contours-lines.dbf',
      'Surface-areas.shx',
      'Drawing-areas.cpg',
    ]) {
      expect(file?.text).toContain(name);
    }
    expect(file?.text).toContain('PROJCS["NAD_1983_UTM_Zone_17N"');
  });

  it('give elevations in the horizontal unit, as formats have only one', async () => {
    const { editor, files } = await createBench({
      facts: { horizontalUnit: INTERNATIONAL_FOOT, verticalUnit: METRE },
    });
    await editor.dispatch('feature.add', { kind: 'point', coordinates: [1, 2, 3.048] }, 'program');
    await editor.dispatch('drawing.export', createExportRequest({ format: 'points' }), 'panel');
    await editor.settle();
    expect(files[0]?.text.trim()).toBe('1,2.000,1.000,10.000,Drawing');
  });

  it('tell all that the format made different, until that was read', async () => {
    const { editor, write } = await createDrawn();
    for (let i = 0; i < 7; i++) {
      const code = `say "${i}"`;
      await editor.dispatch('feature.add', { kind: 'point', coordinates: [i, 2, 3], code }, 'program');
    }
    await write('points');
    expect(editor.views.status.written).toMatchObject({ name: 'site.txt' });
    const codes = editor.views.status.written?.changes.map(({ code }) => code);
    expect(codes).toEqual(['export.points-only', ...Array(7).fill('export.text-changed')]);
    expect(editor.views.status.notices).toEqual([]);
    await editor.dispatch('written.dismiss', null, 'panel');
    expect(editor.views.status.written).toBeNull();
    await write('geojson');
    expect(editor.views.status.written).toBeNull();
  });

  it('take the selection, or the layers that are named, hidden ones too', async () => {
    const { editor, write } = await createDrawn();
    const { features, layers } = editor.views.document;
    const [first] = Object.keys(layers);
    const area = Object.values(features).find(({ kind }) => kind === 'polygon')!;
    await editor.dispatch('selection.set', { ids: [area.id] }, 'panel');
    const kinds = async (more: Partial<ExportRequest>) => {
      const read = JSON.parse((await write('geojson', more))?.text ?? '') as {
        features: { geometry: { type: string } }[];
      };
      return read.features.map(({ geometry }) => geometry.type).sort();
    };
    expect(await kinds({ features: 'selected' })).toEqual(['Polygon']);
    await editor.dispatch('layer.update', { id: first!, patch: { isVisible: false } }, 'panel');
    expect(await kinds({ features: [first!] })).toEqual(['Point', 'Polygon']);
    await write('geojson', { features: 'visible' });
    expect(editor.views.status.notices.at(-1)?.error.code).toBe('editor.nothing-to-export');
  });

  it('are in another system or unit where that is asked for, which is told', async () => {
    const { definition } = await readCrs([{ source: 'user', payload: 'EPSG:26917' }]);
    const { write, editor } = await createDrawn({ system: definition, horizontalUnit: METRE });
    const other = JSON.parse((await write('geojson', { target: { epsg: 4326 } }))?.text ?? '') as {
      features: { geometry: { type: string; coordinates: number[] } }[];
    };
    const point = other.features.find(({ geometry }) => geometry.type === 'Point')!.geometry.coordinates;
    expect(point[0]).toBeCloseTo(-81, 4);
    expect(point[1]).toBeCloseTo(40.6508, 3);
    const feet = (await write('points', { target: { unit: INTERNATIONAL_FOOT } }))?.text ?? '';
    const [, north, east] = feet.split(',').map(Number);
    expect([north, east]).toEqual([14763781.168, 1640420.353]);
    expect(editor.views.status.written?.changes).toContainEqual(
      expect.objectContaining({ code: 'export.system-not-stated' }),
    );
  });

  it.each(exportFormats)('say when there is nothing to write as %s', async (format) => {
    const { editor, files } = await createBench();
    await editor.dispatch('drawing.export', createExportRequest({ format }), 'panel');
    await editor.settle();
    expect(files).toEqual([]);
    expect(editor.views.status.notices).toHaveLength(1);
  });
});

describe('surfaces of a selection', () => {
  it('are shown, hidden and removed', async () => {
    const { editor, viewport } = await createWithSurfaces();
    const [contours, tin] = editor.views.workspace.derived;
    expect(viewport.layerIds.has(contours!.id) && viewport.layerIds.has(tin!.id)).toBe(true);
    await editor.dispatch('surface.remove', { id: tin!.id }, 'panel');
    expect(viewport.layerIds.has(tin!.id)).toBe(false);
  });

  it('are made of surveyed points and lines with the lines as edges', async () => {
    const { editor } = await createBench();
    const add = (kind: 'point' | 'polyline', coordinates: number[]) =>
      editor.dispatch('feature.add', { kind, coordinates }, 'program');
    await add('polyline', [0, 0, 1, 10, 10, 2]);
    await add('point', [10, 0.5, 3]);
    await add('point', [0.5, 10, 4]);
    await editor.dispatch('selection.set', { ids: Object.keys(editor.views.document.features) }, 'panel');
    await editor.dispatch('surface.tin', null, 'panel');
    await editor.settle();
    expect(editor.views.workspace.derived[0]).toMatchObject({ kind: 'tin', count: 2 });
  });

  it('need something to be made of', async () => {
    const { editor } = await createBench();
    await editor.dispatch('feature.add', { kind: 'point', coordinates: [1, 2, 3] }, 'program');
    await editor.dispatch('surface.tin', null, 'panel');
    await editor.settle();
    expect(editor.views.status.notices[0]?.error.code).toBe('editor.nothing-selected');
  });
});

describe('an export of points', () => {
  const createWithCloud = async (write: CloudAccess['write']) => {
    const clouds: CloudAccess = { gather: () => Promise.reject(new Error('no section')), write };
    const bench = await createBench({ ports: { clouds } });
    const layer = { id: 'cloud', kind: 'copc', source: '/a.copc.laz', isVisible: true } as const;
    bench.editor.addSource({ layer, product: 'lidar_point_cloud' });
    return bench;
  };
  const request = { format: 'laz', name: 'hill', isWithinSelection: true } as const;

  it('asks for what is seen within the selected areas, and hands the file over', async () => {
    const orders: unknown[] = [];
    const { editor, files } = await createWithCloud(async (ids, order, sink) => {
      // Requests are posted to workers.
      orders.push([ids, structuredClone(order)]);
      await sink.append(new TextEncoder().encode('points'));
      return {
        count: 3,
        told: [{ code: 'las.scale-coarsened', params: { file: 'a', wanted: '1', scale: '2' } }],
      };
    });
    await editor.dispatch('feature.add', { kind: 'polygon', coordinates: ring }, 'program');
    await editor.dispatch('selection.set', { ids: Object.keys(editor.views.document.features) }, 'program');
    const clip = { kind: 'polygon', id: 'c', isInverted: true, ring: [0, 0, 9, 0, 9, 9] } as const;
    await editor.dispatch('display.set', { patch: { hiddenClasses: [7], clips: [clip] } }, 'program');
    await editor.dispatch('points.export', request, 'panel');
    await editor.settle();
    const filter = expect.objectContaining({ hiddenClasses: [7], clips: [clip] });
    const areas = [[20, -20, 60, -20, 60, -60, 20, -60]];
    expect(orders).toEqual([[['cloud'], { format: 'laz', filter, areas }]]);
    expect(files).toEqual([{ name: 'hill.laz', text: 'points' }]);
    expect(editor.views.status.jobs).toEqual([]);
    expect(editor.views.status.notices).toEqual([]);
    expect(editor.views.status.written).toMatchObject({
      name: 'hill.laz',
      changes: [{ code: 'las.scale-coarsened' }],
    });
  });

  it('says so where nothing is seen, and can be stopped', async () => {
    const { editor, files } = await createWithCloud(async () => ({ count: 0, told: [] }));
    await editor.dispatch('points.export', request, 'panel');
    await editor.settle();
    expect(editor.views.status.notices.at(-1)?.error.code).toBe('editor.nothing-to-export');
    const slow = await createWithCloud(
      (_ids, _order, _sink, signal) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    );
    await slow.editor.dispatch('points.export', request, 'panel');
    expect(slow.editor.views.status.jobs.map(({ id }) => id)).toEqual(['points-export']);
    await slow.editor.dispatch('job.cancel', { id: 'points-export' }, 'panel');
    await slow.editor.settle();
    expect(slow.editor.views.status).toMatchObject({ jobs: [], notices: [] });
    expect([...files, ...slow.files]).toEqual([]);
  });
});

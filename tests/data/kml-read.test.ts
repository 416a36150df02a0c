import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { memorySource } from '#domain/formats/byte-source.ts';
import { drawingExtent } from '#domain/formats/exchange-geometry.ts';
import type { ReadDrawing } from '#domain/formats/exchange-model.ts';
import { readKml } from '#domain/formats/kml/read-kml.ts';
import { describeWithShared, hasSharedData, sharedData } from '../support/shared-data.ts';

interface Truth {
  readonly layers: readonly { readonly layer: string; readonly n: number; readonly extent: string | null }[];
}

const truth: Record<string, Truth> = hasSharedData
  ? JSON.parse(readFileSync(sharedData('vector/_ogr-truth.json'), 'utf8'))
  : {};

const refused: Record<string, string> = {
  'kml-gdal/junk_content_after_valid_doc.kml': 'xml.truncated',
  'kml-gdal/truncated.kml': 'xml.truncated',
};
/** GDAL reads no track without times. */
const trackWithoutTimes = 'kml-gdal/gx_track_without_when.kml';
/** Folders in folders, whose extents GDAL adds to that of the outer one. */
const nested = new Set(['TopLevel', 'Polygons', 'Styles and Markup']);

const files = Object.keys(truth).filter((name) => name.startsWith('kml-'));
const readFile = (name: string) =>
  readKml(memorySource(name, readFileSync(sharedData(`vector/${name}`))), { layer: 'file' });

const counted = ({ notes }: ReadDrawing, code: string) =>
  notes.filter((note) => note.code === code).reduce((sum, { params }) => sum + Number(params['count']), 0);

/** Longitudes and latitudes of a layer: west, south, east, north. */
function sidesOf(drawing: ReadDrawing, layer: string): number[] {
  const { min, max } = drawingExtent({
    ...drawing,
    features: drawing.features.filter((feature) => feature.layer === layer),
  })!;
  return [min[0]!, min[1]!, max[0]!, max[1]!];
}

describeWithShared('public KML files', () => {
  it.each(Object.entries(refused))('refuses %s', async (name, code) => {
    await expect(readFile(name)).rejects.toMatchObject({ code });
  });

  it.each(files.filter((name) => !refused[name] && name !== trackWithoutTimes))(
    'reads %s as GDAL does',
    async (name) => {
      const drawing = await readFile(name);
      const { layers } = truth[name]!;
      const records = new Set(drawing.features.map(({ record }) => record)).size;
      // GDAL counts placemarks without a place, and ground overlays, which are told here.
      const told = counted(drawing, 'kml.without-geometry') + counted(drawing, 'kml.ground-overlay');
      expect(records + told).toBe(layers.reduce((sum, { n }) => sum + n, 0));
      const found = drawing.layers.map(({ name: layer }) => layer);
      for (const [i, layer] of found.entries()) {
        const same = layers.find((each) => each.layer.replace(' (#2)', ' 2') === layer) ?? layers[i]!;
        if (nested.has(layer)) continue;
        const theirs = [...same.extent!.matchAll(/-?\d+\.\d+/g)].map(Number);
        for (const [side, value] of sidesOf(drawing, layer).entries()) {
          expect(value).toBeCloseTo(theirs[side]!, 5);
        }
      }
    },
  );

  it('reads a track without times', async () => {
    const { features } = await readFile(trackWithoutTimes);
    expect(features.map(({ kind }) => kind)).toEqual(['polyline']);
  });

  it('reads looks, attributes and heights', async () => {
    const { features, layers } = await readFile('kml-loaders/KML_Samples.kml');
    const absolute = features.find(({ name }) => name === 'Absolute')!;
    expect([absolute.kind, absolute.coordinates[2]]).toEqual(['polyline', 2357]);
    expect(absolute.style).toMatchObject({ colour: '#ff00ff' });
    expect(layers.find(({ name }) => name === 'Google Campus')!.colour).toBe('#ff0000');
    const pentagon = features.find(({ name }) => name === 'The Pentagon')!;
    expect(pentagon.holeStarts).toHaveLength(1);
    const [schema] = (await readFile('kml-gdal/ID_simple_field.kml')).features;
    expect(schema!.properties).toEqual({ ID: 32 });
  });

  it('tells ground overlays with their place', async () => {
    const { notes } = await readFile('kml-loaders/KML_Samples.kml');
    expect(notes.find(({ code }) => code === 'kml.ground-overlay')!.params).toMatchObject({
      name: 'Large-scale overlay on terrain',
      box: '14.60128369746704 37.46543388598137 15.35832653742206 37.91904192681665',
    });
  });
});

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { memorySource } from '#domain/formats/byte-source.ts';
import { type LandXmlFile, pickSurface, readLandXml } from '#domain/formats/landxml/read-surfaces.ts';
import type { Tin } from '#domain/geometry/tin/tin.ts';
import { volumeOverPlane } from '#domain/geometry/tin/tin-volume.ts';
import { createTinKernel } from '#wasm/bindings/tin.ts';
import { loadKernel } from '../support/kernels.ts';
import { describeWithShared, sharedData } from '../support/shared-data.ts';

const folder = 'survey/landsurvey-volume-golden';

function read(path: string): Promise<LandXmlFile> {
  const file = sharedData(path);
  return readLandXml(memorySource(file, readFileSync(file)));
}

async function readTin(path: string): Promise<Tin> {
  return pickSurface(await read(path), path).tin;
}

interface Golden {
  readonly road_surface: {
    readonly points: number;
    readonly triangles: number;
    readonly area2d: number;
    readonly datum_1160: { readonly above: number; readonly below: number };
    readonly datum_1190: { readonly above: number; readonly below: number; readonly net: number };
  };
  readonly road_surface_minus_road_compressed: { readonly above: number; readonly below: number };
}

describeWithShared('golden volumes of a road', () => {
  const golden: Golden = JSON.parse(readFileSync(sharedData(`${folder}/golden.json`), 'utf8'));
  const { road_surface: road } = golden;

  function expectNear(found: number, wanted: number): void {
    expect(Math.abs(found - wanted)).toBeLessThanOrEqual(1e-6 * Math.abs(wanted));
  }

  it('reads the surface in international feet', async () => {
    const file = await read(`${folder}/road_surface.landxml`);
    expect(file).toMatchObject({ linearUnit: { name: 'foot', metres: 0.3048 }, volumeUnit: 'cubicYard' });
    const { tin } = file.surfaces[0]!;
    expect(tin.points).toHaveLength(3 * road.points);
    expect(tin.triangles).toHaveLength(3 * road.triangles);
  });

  it('gives the stated volumes over planes in cubic feet, by the kernel and by the reference', async () => {
    const tin = await readTin(`${folder}/road_surface.landxml`);
    const kernel = createTinKernel(loadKernel('tin'));
    kernel.load(tin);
    for (const measure of [
      (z: number) => kernel.volumeOverPlane({ z }),
      (z: number) => volumeOverPlane(tin, z),
    ]) {
      const low = measure(1160);
      expectNear(low.cut, road.datum_1160.above);
      expect(low.fill).toBe(0);
      expectNear(low.planArea, road.area2d);
      const middle = measure(1190);
      expectNear(middle.cut, road.datum_1190.above);
      expectNear(middle.fill, road.datum_1190.below);
      expectNear(middle.net, road.datum_1190.net);
    }
  });

  it('gives the stated volumes over the other surface', async () => {
    const kernel = createTinKernel(loadKernel('tin'));
    kernel.load(await readTin(`${folder}/road_surface.landxml`));
    const volume = kernel.volumeOverSurface(await readTin(`${folder}/road_compressed.landxml`));
    expectNear(volume.cut, golden.road_surface_minus_road_compressed.above);
    expectNear(volume.fill, golden.road_surface_minus_road_compressed.below);
  });

  it('leaves the invisible face of the demonstration out', async () => {
    const file = await read(`${folder}/surface-demo.landxml`);
    expect(file.surfaces[0]!.hiddenFaces).toBe(1);
    expect(volumeOverPlane(file.surfaces[0]!.tin, 0)).toMatchObject({ planArea: 10_000, fill: 0 });
  });
});

describeWithShared('LandXML files of many programs', () => {
  const good = [
    ['S1.xml', 'USSurveyFoot'],
    ['subdivision.xml', 'foot'],
    ['lutra/Example_Clean.xml', 'meter'],
    ['lutra/Example_Clean_without_schema.xml', 'meter'],
    ['lutra/3D_modell_underlag_skyfall_20230915.xml', 'meter'],
  ] as const;

  it.each(good)('%s has a surface in %s', async (name, unit) => {
    const file = await read(`vector/landxml/${name}`);
    expect(file.linearUnit?.name).toBe(unit);
    for (const { tin } of file.surfaces) {
      const { planArea, surfaceArea } = volumeOverPlane(tin, 0);
      expect(planArea).toBeGreaterThan(0);
      expect(surfaceArea).toBeGreaterThanOrEqual(planArea * (1 - 1e-12));
    }
  });

  it('agrees with the areas that Civil 3D wrote', async () => {
    const { planArea, surfaceArea } = volumeOverPlane(
      await readTin('vector/landxml/lutra/Example_Clean.xml'),
      0,
    );
    expect(planArea).toBeCloseTo(782.534993295878, 6);
    expect(surfaceArea).toBeCloseTo(787.571393159215, 6);
  });

  it('reads the coordinate system of a file that has one', async () => {
    const file = await read('vector/landxml/lutra/3D_modell_underlag_skyfall_20230915.xml');
    expect(file.coordinateSystem).toMatchObject({ epsg: 3007, description: 'SWEREF 99 12 00' });
    expect(file.coordinateSystem?.wkt).toContain('PROJCS["SWEREF-99-12-00"');
  });

  it.each([
    ['lutra/just_xml.xml', 'landxml.not-landxml'],
    ['lutra/land_xml_empty_surface.xml', 'landxml.no-surface'],
    ['lutra/land_xml_no_surface.xml', 'landxml.no-surface'],
    ['lutra/land_xml_with_unsupported_schema.xml', 'landxml.no-surface'],
    ['Partridge_Survey.xml', 'landxml.no-surface'],
    // An excerpt whose face names points that were left out.
    ['j_landxml_sample.xml', 'landxml.bad-face'],
  ])('%s is refused as %s', async (name, code) => {
    await expect(read(`vector/landxml/${name}`)).rejects.toThrow(expect.objectContaining({ code }));
  });
});

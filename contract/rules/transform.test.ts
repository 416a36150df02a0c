import { describe, expect, it } from 'vitest';
import {
  existingProductRefusal,
  pixelSizeFault,
  type TransformSource,
  transformRefusal,
} from './transform.ts';

const project = { owned: true, requires_carlson_library: false, lcs_shift: null };
const model: TransformSource = {
  pk: 7,
  name: 'digital_elevation_model',
  status: 'Done',
  epsg: 32615,
  wkt: null,
  resolution: 0.05,
  files: [{ format: 'tif' }],
};
const cloud: TransformSource = {
  ...model,
  name: 'dense_point_cloud',
  resolution: null,
  files: [{ format: 'copc' }],
};

describe('what may be transformed', () => {
  it.each([
    ['a finished product of an owner', project, model, null],
    ['that of somebody else', { ...project, owned: false }, model, 'transform.owner-only'],
    ['an unfinished one', project, { ...model, status: 'In Progress' }, 'transform.original-not-finished'],
    ['a failed one', project, { ...model, status: 'Failed' }, 'transform.original-not-finished'],
    ['one of a local system', { ...project, lcs_shift: [1, 2] }, model, 'transform.local-system'],
    [
      'one whose file was cleaned',
      project,
      { ...model, files: [{ format: 'png' }] },
      'transform.source-cleaned',
    ],
    [
      'a raster whose system needs another library',
      { ...project, requires_carlson_library: true },
      model,
      'transform.system-unsupported',
    ],
    ['a point cloud of such a system', { ...project, requires_carlson_library: true }, cloud, null],
  ] as const)('%s', (_, facts, product, expected) => {
    expect(transformRefusal(facts, product)).toBe(expected);
  });
});

describe('what is there already', () => {
  const target = { epsg: 32615, wkt: null, resolution: 0.05 };

  it('is one elevation model or orthoimage a coordinate system and pixel size', () => {
    const { name } = model;
    const refusal = 'transform.product-exists-pixel-size';
    expect(existingProductRefusal([model], name, target)).toBe(refusal);
    expect(existingProductRefusal([model], name, { ...target, resolution: 0.05004 })).toBe(refusal);
    expect(existingProductRefusal([model], name, { ...target, resolution: 0.0501 })).toBeNull();
    expect(existingProductRefusal([model], name, { ...target, epsg: 26915 })).toBeNull();
    expect(existingProductRefusal([model], 'orthoimage', target)).toBeNull();
  });

  it('is one of the others a coordinate system', () => {
    const any = { ...target, resolution: null };
    expect(existingProductRefusal([cloud], cloud.name, any)).toBe('transform.product-exists');
    expect(existingProductRefusal([{ ...cloud, status: 'Failed' }], cloud.name, any)).toBeNull();
    const surface = { ...model, name: 'surface_model' as const };
    expect(existingProductRefusal([surface], 'surface_model', { ...target, resolution: 0.4 })).toBe(
      'transform.product-exists',
    );
  });

  it('is told by the text where a system has no code', () => {
    const own = { ...cloud, epsg: null, wkt: 'PROJCS["a", UNIT["metre",1]]' };
    const same = { epsg: null, wkt: 'projcs["A",UNIT["metre",1]]', resolution: null };
    expect(existingProductRefusal([own], own.name, same)).toBe('transform.product-exists');
    expect(existingProductRefusal([{ ...own, wkt: null }], own.name, { ...same, wkt: null })).toBeNull();
  });
});

describe('a pixel size', () => {
  it.each([
    ['', 'validation.requiredField'],
    [' ', 'validation.requiredField'],
    ['wide', 'validation.mustBeNumeric'],
    ['Infinity', 'validation.mustBeNumeric'],
    ['-1', 'validation.mustBePositive'],
    ['0', 'validation.moreThan0'],
    ['0.0234', 'validation.cannotBeSmaller'],
    ['0.0235', null],
    ['0.2347', null],
    ['0.2348', 'validation.mustBeLessThanPercent'],
  ])('%j against 0.02347', (text, expected) => {
    expect(pixelSizeFault(text, 0.02347)).toBe(expected);
  });
});

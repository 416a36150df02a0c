import { expect, it } from 'vitest';
import { emptyDraft, readSettings } from './settings-form.ts';

it('leaves to the program what nobody typed', () => {
  expect(readSettings(emptyDraft, 'builtin')).toEqual({ settings: {}, faults: {} });
});

it('reads numbers and flags, and names what is no number above 0', () => {
  const draft = {
    numbers: {
      ortho_gsd_multiplier: ' 2.5 ',
      dem_gsd_multiplier: '0',
      surface_model_scale: 'two',
      contour_interval: '',
    },
    flags: { use_unreconstructed_cameras: true, run_dense_unclustered: false },
  };
  expect(readSettings(draft, 'builtin')).toEqual({
    settings: { ortho_gsd_multiplier: 2.5, use_unreconstructed_cameras: true },
    faults: { dem_gsd_multiplier: 'validation.moreThan0', surface_model_scale: 'validation.mustBeNumeric' },
  });
});

it('sends nothing that is not obeyed', () => {
  const draft = { numbers: { contour_interval: '1', resolution: '0.5' }, flags: { reclassify_ground: true } };
  expect(readSettings(draft, 'nodeodm').settings).toEqual({});
  expect(readSettings(draft, 'lidar').settings).toEqual({
    contour_interval: 1,
    resolution: 0.5,
    reclassify_ground: true,
  });
});

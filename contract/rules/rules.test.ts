import { describe, expect, it } from 'vitest';
import { type PageModeFacts, pageMode } from './page-mode.ts';
import { defaultProduct, inDisplayOrder, tileMode, visualizationStatus } from './products.ts';
import { overallProgress, type ProgressFacts, productProgress, shownAdjustmentProgress } from './progress.ts';
import { processingSince, projectStates, readProjectState, silenceOf, timeInProcessing } from './states.ts';

const progressFacts = (change: Partial<ProgressFacts> = {}): ProgressFacts => ({
  name: 'surface_model',
  status: 'In Progress',
  work_units_completed: 0,
  work_units_needed: 0,
  is_visualization_ready: false,
  visualization_percent_completed: 0,
  ...change,
});

describe('progress', () => {
  it('is 7/8 processing and 1/8 visualization', () => {
    expect(productProgress(progressFacts())).toBe(0);
    expect(productProgress(progressFacts({ work_units_completed: 1, work_units_needed: 2 }))).toBe(0.4375);
    expect(productProgress(progressFacts({ work_units_completed: 9, work_units_needed: 2 }))).toBe(0.875);
    expect(productProgress(progressFacts({ status: 'Done' }))).toBe(0.875);
    expect(productProgress(progressFacts({ status: 'Done', visualization_percent_completed: 50 }))).toBe(
      0.9375,
    );
    expect(productProgress(progressFacts({ status: 'Done', is_visualization_ready: true }))).toBe(1);
  });

  it('of a project is the mean of its products without contour maps', () => {
    const done = progressFacts({ status: 'Done', is_visualization_ready: true });
    expect(overallProgress([])).toBe(0);
    expect(overallProgress([done, progressFacts(), progressFacts({ name: 'contour_map' })])).toBe(0.5);
    expect(overallProgress([progressFacts({ name: 'contour_map', status: 'Done' })])).toBe(0);
  });

  it('of a product that failed counts what was done, and never leaves 0 to 1', () => {
    const half = { work_units_completed: 5, work_units_needed: 10 };
    expect(productProgress(progressFacts({ ...half, status: 'Failed' }))).toBe(0.4375);
    expect(productProgress(progressFacts({ ...half, work_units_completed: -5 }))).toBe(0);
    expect(productProgress(progressFacts({ visualization_percent_completed: 400 }))).toBe(0.125);
  });

  it('of a bundle adjustment is shown on a curve toward 0.1 until it really is more', () => {
    expect(shownAdjustmentProgress(0, 0)).toBe(0);
    expect(shownAdjustmentProgress(0, -5)).toBe(0);
    expect(shownAdjustmentProgress(0, 60_000)).toBeCloseTo(0.05, 12);
    expect(shownAdjustmentProgress(0, 120_000)).toBeCloseTo(0.075, 12);
    expect(shownAdjustmentProgress(0, 3_600_000)).toBeCloseTo(0.1, 12);
    expect(shownAdjustmentProgress(0.06, 60_000)).toBe(0.06);
    expect(shownAdjustmentProgress(0.5, 3_600_000)).toBe(0.5);
  });
});

describe('products', () => {
  it('stand in display order, and a finished orthoimage is selected first', () => {
    const product = (name: 'orthoimage' | 'surface_model' | 'project_report', pk: number, isDone = true) => ({
      name,
      pk,
      status: isDone ? ('Done' as const) : ('In Progress' as const),
    });
    const list = [
      product('project_report', 1),
      product('orthoimage', 3),
      product('orthoimage', 2),
      product('surface_model', 4),
    ];
    expect(inDisplayOrder(list).map((entry) => entry.pk)).toEqual([4, 2, 3, 1]);
    expect(defaultProduct(list)?.pk).toBe(2);
    expect(defaultProduct([product('project_report', 1), product('orthoimage', 2, false)])?.pk).toBe(2);
    expect(defaultProduct([])).toBeNull();
  });

  it('have a tile and a visualization', () => {
    const facts = {
      status: 'In Progress',
      error_message: null,
      is_visualization_error: false,
      is_visualization_ready: false,
      visualization_percent_completed: 0,
    } as const;
    expect(tileMode(facts, false)).toBe('progress');
    expect(tileMode(facts, true)).toBe('warning');
    expect(tileMode({ ...facts, status: 'Done' }, true)).toBe('complete');
    expect(tileMode({ ...facts, status: 'Done', error_message: 'x' }, false)).toBe('error');
    expect(visualizationStatus(facts, true)).toBe('none');
    expect(visualizationStatus({ ...facts, visualization_percent_completed: 1 }, true)).toBe('loading');
    expect(visualizationStatus({ ...facts, status: 'Done' }, true)).toBe('loading');
    expect(visualizationStatus({ ...facts, status: 'Done' }, false)).toBe('none');
    expect(visualizationStatus({ ...facts, is_visualization_ready: true }, false)).toBe('success');
    expect(visualizationStatus({ ...facts, status: 'Failed', is_visualization_ready: true }, true)).toBe(
      'error',
    );
  });
});

describe('states', () => {
  it('that are unknown count as processing', () => {
    expect(readProjectState('paused')).toBe('paused');
    expect(readProjectState('something new')).toBe('processing');
    for (const state of projectStates) expect(readProjectState(state)).toBe(state);
  });

  it('sum to the time in processing, an open one up to now', () => {
    const at = (second: number) => new Date(1000 * second).toISOString();
    const history = [
      ['uploading', at(0)],
      ['processing', at(10)],
      ['errored', at(15)],
      ['processing', at(20)],
    ] as const;
    expect(timeInProcessing(history, 22_000)).toBe(7000);
    expect(timeInProcessing([...history, ['completed', at(21)]], 99_000)).toBe(6000);
    expect(timeInProcessing([], 99_000)).toBe(0);
    expect(
      timeInProcessing(
        [
          ['processing', at(10)],
          ['paused', at(9)],
        ],
        99_000,
      ),
    ).toBe(0);
    expect(processingSince(history)).toBe(20_000);
    expect(processingSince([...history, ['paused', at(21)]])).toBeNull();
    expect(processingSince([])).toBeNull();
  });

  it('tell the last sign of life exactly after more than 12 s', () => {
    const heard = new Date(1_000_000).toISOString();
    expect(silenceOf(heard, 1_000_000)).toBeNull();
    expect(silenceOf(heard, 1_012_000)).toBeNull();
    expect(silenceOf(heard, 1_012_001)).toBe(12_001);
  });
});

describe('the mode of the project page', () => {
  const whole: PageModeFacts = {
    upload: 'none',
    state: 'processing',
    is_fully_uploaded: true,
    is_lidar: false,
    is_lidar_registered: false,
    added_ground_control_at_start: false,
    are_gcps_corrected: false,
    gcps_ready_for_correction: false,
    bundleAdjustment: { isComplete: false, hasError: false },
    lidar: null,
  };
  const lidar = { isUploaded: true, needsRegistration: true, isReadyForRegistration: false };
  const control = { added_ground_control_at_start: true };
  it.each<[string, Partial<PageModeFacts>]>([
    ['uploading', { upload: 'loading', is_fully_uploaded: false }],
    ['default', { bundleAdjustment: null, is_fully_uploaded: false }],
    ['recovery', { bundleAdjustment: null, upload: 'error', is_fully_uploaded: false }],
    ['recovery', { is_fully_uploaded: false }],
    ['recovery', { lidar: { ...lidar, isUploaded: false } }],
    ['default', { state: 'errored', ...control }],
    ['default', { state: 'stalled', ...control }],
    ['default', { state: 'paused' }],
    ['correction', { ...control, gcps_ready_for_correction: true }],
    ['loading-correction', control],
    ['loading', { ...control, are_gcps_corrected: true }],
    ['registration', { lidar: { ...lidar, isReadyForRegistration: true } }],
    ['loading-registration', { lidar }],
    ['loading', { lidar, is_lidar_registered: true }],
    ['loading', {}],
    ['default', { bundleAdjustment: { isComplete: true, hasError: false } }],
    ['default', { bundleAdjustment: { isComplete: false, hasError: true } }],
    ['default', { bundleAdjustment: null, lidar: { ...lidar, needsRegistration: false } }],
    // Each rule before the next: an upload that runs before all else, missing files before a failure, rest before
    // ground control, ground control before registration, registration before the adjustment.
    ['uploading', { upload: 'loading', state: 'errored', lidar: { ...lidar, isUploaded: false } }],
    ['recovery', { state: 'errored', is_fully_uploaded: false }],
    ['recovery', { state: 'paused', upload: 'error', is_fully_uploaded: false }],
    ['default', { upload: 'error', bundleAdjustment: { isComplete: true, hasError: false } }],
    ['default', { state: 'paused', ...control, gcps_ready_for_correction: true }],
    ['default', { state: 'errored', lidar }],
    ['registration', { state: 'paused', is_lidar: true, lidar: { ...lidar, isReadyForRegistration: true } }],
    ['correction', { state: 'paused', is_lidar: true, ...control, gcps_ready_for_correction: true, lidar }],
    ['loading-correction', { ...control, lidar: { ...lidar, isReadyForRegistration: true } }],
    ['loading-registration', { lidar, bundleAdjustment: { isComplete: true, hasError: false } }],
    ['default', { state: 'completed', bundleAdjustment: { isComplete: true, hasError: false } }],
  ])('is %s for %j', (mode, change) => {
    expect(pageMode({ ...whole, ...change })).toBe(mode);
  });
});

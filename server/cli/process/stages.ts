import type { TextKey } from '#locales/texts.ts';
import type { StepProgress } from '../../pipeline/steps.ts';
import type { Progress } from '../progress.ts';

const stageKeys: Readonly<Record<string, TextKey>> = {
  ingest: 'cli.stage.ingest',
  ground: 'cli.stage.ground',
  'point-cloud': 'cli.stage.point-cloud',
  'plan-view': 'cli.stage.pictures',
  'terrain-plan': 'cli.stage.terrain-plan',
  elevation: 'cli.stage.elevation',
  surface: 'cli.stage.surface',
  pictures: 'cli.stage.pictures',
  contours: 'cli.stage.contours',
  photos: 'cli.stage.photos',
  service: 'cli.stage.service',
  features: 'cli.stage.features',
  matching: 'cli.stage.matching',
  reconstruction: 'cli.stage.reconstruction',
  adjustment: 'cli.stage.adjustment',
  'bundle-adjustment': 'cli.stage.bundle-adjustment',
  exchange: 'cli.stage.exchange',
  undistorted: 'cli.stage.undistorted',
  depth: 'cli.stage.depth',
  fusion: 'cli.stage.fusion',
  orthomosaic: 'cli.stage.orthomosaic',
  'ortho-pictures': 'cli.stage.ortho-pictures',
  'surface-mesh': 'cli.stage.surface-mesh',
  'inputs-hash': 'cli.stage.inputs-hash',
  'coloured-cloud': 'cli.stage.coloured-cloud',
};

/** Shows the progress of the pipeline's steps. */
export function showSteps(progress: Progress): (step: StepProgress) => void {
  return ({ step, fraction }) => {
    const key = stageKeys[step];
    if (key) progress.report(fraction, key);
  };
}

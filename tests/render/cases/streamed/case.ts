import type { RenderCase } from '../../page/render-case.ts';
import { cogFile, copcFile } from '../../scenes/files.ts';
import { corner, extent, surveyPoints } from '../../scenes/terrain.ts';
import { lookFromSouth } from '../../scenes/views.ts';

/** A COPC file and an elevation COG, read by range and decoded in the worker pool. */
export const renderCase: RenderCase = {
  width: 720,
  height: 450,
  async run({ viewport, settle, pool }) {
    const survey = surveyPoints(60_000);
    viewport.addLayer({ id: 'cloud', kind: 'copc', isVisible: true, source: await copcFile(survey, pool) });
    viewport.setDisplay({ colourMode: 'rgb', pointBudget: 1_000_000 });
    lookFromSouth(viewport);
    let drawn = 0;
    let loading = -1;
    viewport.on('stats', (stats) => {
      drawn = stats.pointsDrawn;
      loading = stats.loading;
    });
    await settle();
    const all = drawn;
    viewport.setDisplay({ pointBudget: 30_000 });
    await settle();
    const bounded = drawn;
    const facts = viewport.summary('cloud');
    viewport.addLayer({
      id: 'ground',
      kind: 'terrain',
      isVisible: true,
      source: await cogFile(1400),
      opacity: 1,
    });
    // Near ground on the left of the image needs the finest tiles.
    viewport.setCamera({ target: [corner[0] + 150, corner[1] + 120, corner[2] + 35], distance: 160 });
    viewport.setDisplay({ pointBudget: 1_000_000 });
    await settle();
    const centre = viewport.project([
      corner[0] + 150,
      corner[1] + 100,
      viewport.terrainElevation(corner[0] + 150, corner[1] + 100),
    ]);
    viewport.patchLayer('cloud', { isVisible: false });
    const ground = await viewport.pick(centre.x, centre.y, { kinds: ['terrain'] });
    viewport.patchLayer('cloud', { isVisible: true });
    await settle();
    const isGround = ground?.kind === 'terrain' && ground.cellSize === extent / 1400;
    return {
      picture: await viewport.capture(),
      checks: [
        { what: 'a large budget draws more', isOk: all > 35_000, detail: `${all} of ${survey.count}` },
        {
          what: 'the budget holds',
          isOk: bounded > 5000 && bounded <= 30_000,
          detail: `${bounded} of 30000`,
        },
        { what: 'all is loaded', isOk: loading === 0, detail: `${loading} loading` },
        {
          what: 'the cloud is known',
          isOk: facts?.pointCount === survey.count && facts.hasRgb && facts.classes.join() === '2,5,6,11',
          detail: `${facts?.pointCount} points, classes ${facts?.classes.join()}`,
        },
        { what: 'picks read the finest cells', isOk: isGround, detail: JSON.stringify(ground?.position) },
      ],
    };
  },
};

import { lookThrough } from '#domain/photogrammetry/ortho/coarse-view.ts';
import { viewPoints } from '#domain/photogrammetry/ortho/colour-points.ts';
import { balanceView, solveExposure } from '#domain/photogrammetry/ortho/exposure.ts';
import { raisedCells } from '#domain/photogrammetry/ortho/raised.ts';
import { renderTile } from '#domain/photogrammetry/ortho/render-tile.ts';
import { chooseSeams } from '#domain/photogrammetry/ortho/seams.ts';
import { secondViews } from '#domain/photogrammetry/ortho/second-views.ts';
import { meshSurface } from '#domain/photogrammetry/ortho/surface-mesh.ts';
import { trimSurvey } from '#domain/photogrammetry/ortho/survey-edge.ts';
import { viewExposure } from '#domain/photogrammetry/ortho/view-exposure.ts';
import type { TaskHandler } from '../../contract/handler.ts';

/** Looks at the coarse cells through one photo. */
export const orthoView: TaskHandler<'photo.orthoView'> = (input) => {
  const output = lookThrough(input);
  return { output, transfer: [output.cost.buffer, output.rgb.buffer, output.radius.buffer] };
};

/** Balances exposure, then draws the seams where the balanced photos agree. */
export const orthoSeams: TaskHandler<'photo.orthoSeams'> = (input, { signal, report }) => {
  const { width, height, views, cameraOf, heights, cellM } = input;
  const exposure = solveExposure({ width, height }, views, cameraOf);
  signal.throwIfAborted();
  const balanced = views.map((view, index) => {
    const { gains, vignetting } = viewExposure(exposure, index, cameraOf[index]!);
    return balanceView(view, gains, vignetting);
  });
  const raised = raisedCells(heights, width, height, cellM, input.metresPerUnit);
  const field = { width, height, views: balanced, raised, cellOverHeight: cellM / input.flyingHeightM };
  const labels = chooseSeams(field, (fraction) => report({ fraction, stage: 'photo.ortho-seams' }));
  trimSurvey(width, views, labels, input.minViews);
  const seconds = secondViews(width, balanced, labels);
  return { output: { labels, seconds, exposure }, transfer: [labels.buffer, seconds.buffer] };
};

/** Renders one tile of the orthomosaic. */
export const orthoTile: TaskHandler<'photo.orthoTile'> = (request) => {
  const output = renderTile(request);
  return { output, transfer: [output.rgba.buffer] };
};

/** Decimates a surface to a mesh. */
export const orthoMesh: TaskHandler<'photo.orthoMesh'> = ({ surface, options }) => {
  const mesh = meshSurface(surface, options);
  const transfer = mesh ? [mesh.positions.buffer, mesh.places.buffer, mesh.triangles.buffer] : [];
  return { output: { mesh }, transfer };
};

/** Looks at points through one photo. */
export const colourPoints: TaskHandler<'photo.colourPoints'> = (input) => {
  const output = viewPoints(input);
  return { output, transfer: [output.cost.buffer, output.rgb.buffer] };
};

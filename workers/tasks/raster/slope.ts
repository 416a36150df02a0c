import type { TaskHandler } from '../../contract/handler.ts';
import { arctangent, arctangent2 } from './arctangent.ts';
import { visitGradients } from './gradient.ts';

const degrees = 180 / Math.PI;

/** Steepness from Horn's gradient. */
export const slope: TaskHandler<'raster.slope'> = ({ terrain, unit }) => {
  const values = new Float32Array(terrain.width * terrain.height).fill(Number.NaN);
  visitGradients(terrain, 1, (east, north, index) => {
    const rise = Math.sqrt(east * east + north * north);
    values[index] = unit === 'percent' ? 100 * rise : degrees * arctangent(rise);
  });
  return { output: { slope: values }, transfer: [values.buffer] };
};

/** Direction of fall from Horn's gradient. */
export const aspect: TaskHandler<'raster.aspect'> = ({ terrain }) => {
  const values = new Float32Array(terrain.width * terrain.height).fill(Number.NaN);
  visitGradients(terrain, 1, (east, north, index) => {
    if (east === 0 && north === 0) return;
    const angle = degrees * arctangent2(-east, -north);
    values[index] = angle < 0 ? angle + 360 : angle;
  });
  return { output: { aspect: values }, transfer: [values.buffer] };
};

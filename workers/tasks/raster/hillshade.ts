import type { TaskHandler } from '../../contract/handler.ts';
import { lightOf } from './lighting.ts';

/** Light as bytes: 1 is dark, 255 full light, 0 no height. */
export const hillshade: TaskHandler<'raster.hillshade'> = ({ terrain, lighting }) => {
  const light = lightOf(terrain, lighting);
  const shade = Uint8Array.from(light, (value) => (Number.isNaN(value) ? 0 : Math.floor(1.5 + 254 * value)));
  return { output: { shade }, transfer: [shade.buffer] };
};

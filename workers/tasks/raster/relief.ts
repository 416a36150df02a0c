import type { TaskHandler } from '../../contract/handler.ts';
import { tabulateRamp } from './colour-ramp.ts';
import { lightOf } from './lighting.ts';

/** Share of the colour that is left in full shadow, so that slopes turned away still read. */
const ambient = 0.35;

/** The light of level ground under 45°, which leaves a colour as it is. */
const levelLight = Math.SQRT1_2;

/** Colours by height, darkened and lightened by shaded relief. */
export const relief: TaskHandler<'raster.relief'> = ({ terrain, lighting, ramp }) => {
  const { width, height, heights } = terrain;
  const { colours, indexOf } = tabulateRamp(ramp);
  const light = lighting ? lightOf(terrain, lighting) : null;
  const rgba = new Uint8Array(width * height * 4);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const value = heights[(row + 1) * (width + 2) + column + 1]!;
      if (Number.isNaN(value)) continue;
      const at = row * width + column;
      const brightness = light ? ambient + ((1 - ambient) * light[at]!) / levelLight : 1;
      const colour = 3 * indexOf(value);
      for (let channel = 0; channel < 3; channel++) {
        rgba[4 * at + channel] = Math.min(255, Math.floor(colours[colour + channel]! * brightness + 0.5));
      }
      rgba[4 * at + 3] = 255;
    }
  }
  return { output: { rgba }, transfer: [rgba.buffer] };
};

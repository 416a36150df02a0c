import type { ColourMode, DisplaySettings } from '#viewport/display.ts';

/** Colour mode of points. */
export interface PointColours {
  readonly main: ColourMode;
  /** Second mode mixed in; null for none. */
  readonly second: ColourMode | null;
}

/** For passes without colours: the modes in the shader's text. */
export const plainColours: PointColours = { main: 'elevation', second: null };

const plain = 'return colour_elevation(point);\n}\n';
const place = `fn point_colour(point: PointFacts) -> vec3f {\n  ${plain}`;

export function pointColours({ colourMode, blendMode }: DisplaySettings): PointColours {
  return { main: colourMode, second: blendMode };
}

/**
 * The text of a shader of points that handles the requested colours only: pipelines compile in two thirds of the time
 * of a shader that branches on the mode. Names of modes are those of its functions.
 */
export function colourPoints(code: string, { main, second }: PointColours): string {
  if (!code.includes(place)) throw new Error('a shader of points has no place for their colours');
  const first = `colour_${main}(point)`;
  const colour = second === null ? first : `mix(${first}, colour_${second}(point), frame.blend_share)`;
  return code.replace(place, place.replace('colour_elevation(point)', colour));
}

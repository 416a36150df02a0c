import type { ColourMode, DisplaySettings } from '#viewport/display.ts';

/** What colours points. */
export interface PointColours {
  readonly main: ColourMode;
  /** Mixed in; null: nothing is. */
  readonly second: ColourMode | null;
}

/** For passes without colours: those that the shader's text has. */
export const plainColours: PointColours = { main: 'elevation', second: null };

const plain = 'return colour_elevation(point);\n}\n';
const place = `fn point_colour(point: PointFacts) -> vec3f {\n  ${plain}`;

export function pointColours({ colourMode, blendMode }: DisplaySettings): PointColours {
  return { main: colourMode, second: blendMode };
}

/**
 * The text of a shader of points that handles the requested colours only: a device makes pipelines of it in
 * two thirds of the time that a choice in the shader takes. Names of modes are those of its functions.
 */
export function colourPoints(code: string, { main, second }: PointColours): string {
  if (!code.includes(place)) throw new Error('a shader of points has no place for their colours');
  const first = `colour_${main}(point)`;
  const colour = second === null ? first : `mix(${first}, colour_${second}(point), frame.blend_share)`;
  return code.replace(place, place.replace('colour_elevation(point)', colour));
}

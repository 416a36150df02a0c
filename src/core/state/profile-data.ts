import type { Corridor } from '#domain/profile/corridor.ts';
import type { SectionPoints } from '../ports/clouds.ts';

/** The surface along the line, in the vertical unit; NaN where it has no value. */
export interface ProfileLine {
  readonly name: string;
  readonly stations: Float64Array;
  readonly heights: Float64Array;
}

/** What a section through the scene shows. */
export interface Profile {
  /** Where it is cut, in the plane of the map. */
  readonly corridor: Corridor;
  /** Length of the line on the ground, horizontal unit, along which stations of points and surface count. */
  readonly length: number;
  readonly points: SectionPoints | null;
  readonly line: ProfileLine | null;
}

/** How dense the cloud of photos is. */
export type Density = 'low' | 'medium' | 'high';

/** Spacing of the dense points that each density is for, ground sampling distances: the surface model's cell. */
export const pointSpacingGsd: Readonly<Record<Density, number>> = { low: 4, medium: 2, high: 1 };

/** What a project's code of density means: 4 low, 3 medium, any other and none high. */
export function densityOf(code: number | null | undefined): Density {
  if (code === 4) return 'low';
  return code === 3 ? 'medium' : 'high';
}

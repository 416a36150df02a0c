/** How dense the cloud of photos is. */
export type Density = 'low' | 'medium' | 'high';

/** What a project's code of density means: 4 low, 3 medium, any other and none high. */
export function densityOf(code: number | null | undefined): Density {
  if (code === 4) return 'low';
  return code === 3 ? 'medium' : 'high';
}

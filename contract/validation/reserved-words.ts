/** Tabs of the project page; the overview has no segment of its own. */
export const projectTabs = ['overview', 'analyzer', 'canvas', 'lidar'] as const;

export type ProjectTab = (typeof projectTabs)[number];

/** Words in the place of `{pk}` or `{productPk}` in `/projects/…`. */
export const reservedSegments: readonly string[] = ['list', 'map', ...projectTabs];

/** Modes of the canvas; for bundle adjustment and report the segment is empty. */
export const canvasModes = [
  'orthomosaic',
  'dense-point-cloud',
  'digital-elevation-model',
  'lidar',
  'surface-model',
] as const;

export type CanvasMode = (typeof canvasModes)[number];

/** Reads a path segment as a primary key: a positive integer in its shortest form, never a reserved word. */
export function parsePk(segment: string): number | null {
  if (reservedSegments.includes(segment) || !/^[1-9]\d{0,8}$/.test(segment)) return null;
  return Number(segment);
}

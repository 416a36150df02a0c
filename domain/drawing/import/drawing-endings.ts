/** Endings of point files, whose columns and codes have to be known. */
const pointEndings = ['.txt', '.csv', '.asc'] as const;

/** Endings of drawings that can be read. */
const drawingEndings = [
  ...(['.dxf', '.shp', '.zip', '.kml', '.kmz', '.gpkg', '.xml', '.landxml', '.json', '.geojson'] as const),
  ...pointEndings,
] as const;
export type DrawingEnding = (typeof drawingEndings)[number];

/** Endings of files that go with one of the same name and are no drawing by themselves. */
export const companionEndings: readonly string[] = ['.shx', '.dbf', '.prj', '.cpg'];

/** Endings of drawings and of their companions. */
export const importEndings: readonly string[] = [...drawingEndings, ...companionEndings];

/** The ending of a file's name in lower case, with its dot; empty where it has none. */
export function endingOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot < 0 ? '' : name.slice(dot).toLowerCase();
}

/** Whether a file of points is read. */
export function isPointFile(name: string): boolean {
  return pointEndings.some((ending) => ending === endingOf(name));
}

/** Whether the ending of a name is that of a drawing that can be read. */
export function isDrawingFile(name: string): boolean {
  return drawingEndings.some((ending) => ending === endingOf(name));
}

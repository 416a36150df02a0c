import { AppError } from '../errors/app-error.ts';

/** Saved data of any version. */
export type SavedData = Readonly<Record<string, unknown>>;

/** Step i turns data of version i + 1 into version i + 2. */
export const drawingMigrations: readonly ((data: SavedData) => SavedData)[] = [
  // Version 2 has views.
  (data) => ({ ...data, schemaVersion: 2, views: [] }),
  // Version 3 has purposes of features, which an older program would lose.
  (data) => ({ ...data, schemaVersion: 3 }),
  // Version 4 has more kinds of features, arcs, looks, attributes, and the feature code dictionary.
  (data) => ({ ...data, schemaVersion: 4, codes: [] }),
  // Version 5 has pictures over the site.
  (data) => ({ ...data, schemaVersion: 5, overlays: [] }),
];

/**
 * Brings saved data to the newest version, one step at a time.
 * @param steps for tests; the product's own by default
 * @throws drawing.not-a-document, drawing.too-new
 */
export function migrateDrawing(data: SavedData, steps = drawingMigrations): SavedData {
  const known = steps.length + 1;
  const version = data['schemaVersion'];
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) {
    throw new AppError('drawing.not-a-document', { reason: 'no-schema-version' });
  }
  if (version > known) throw new AppError('drawing.too-new', { version, known });
  return steps.slice(version - 1).reduce((current, step) => step(current), data);
}

import type { ErrorRecord } from '../../errors/app-error.ts';
import type { ControlFile, ControlObservation } from '../model/control.ts';

const plain = (name: string) => name.normalize('NFC').toLowerCase();
const baseName = (name: string) => plain(name).replace(/^.*[\\/]/, '');
const stemOf = (name: string) => baseName(name).replace(/\.[^.]*$/, '');

/** Finds a photo by its name in a control file: null where none matches, undefined where several do. */
function createFinder(photoNames: readonly string[]): (name: string) => string | null | undefined {
  const index = (key: (name: string) => string) => {
    const map = new Map<string, string[]>();
    for (const name of photoNames) map.set(key(name), [...(map.get(key(name)) ?? []), name]);
    return map;
  };
  const tables = [plain, baseName, stemOf].map((key) => ({
    key,
    map: index(key),
  }));
  return (name) => {
    for (const { key, map } of tables) {
      const found = map.get(key(name));
      if (found) return found.length === 1 ? found[0] : undefined;
    }
    return null;
  };
}

/**
 * Assigns observations to the photos of a project: by name, ignoring case and Unicode form, then without folders, then
 * without the extension. Observations then have the project's photo name. Those in absent photos, or with names that
 * match several photos, are dropped with one warning each (`control.absent-photo`, `control.ambiguous-photo`).
 */
export function keepKnownObservations(control: ControlFile, photoNames: readonly string[]): ControlFile {
  const find = createFinder(photoNames);
  const absent = new Set<string>();
  const unclear = new Set<string>();
  const keep = (mark: ControlObservation): ControlObservation[] => {
    const photo = find(mark.photo);
    if (photo) return [{ ...mark, photo }];
    (photo === null ? absent : unclear).add(mark.photo);
    return [];
  };
  const points = control.points.map((point) => ({ ...point, marks: point.marks.flatMap(keep) }));
  const describe = (names: ReadonlySet<string>) => ({
    file: control.name,
    count: names.size,
    names: `${[...names].slice(0, 5).join(', ')}${names.size > 5 ? ', …' : ''}`,
  });
  const warnings: ErrorRecord[] = [...control.warnings];
  if (absent.size > 0) warnings.push({ code: 'control.absent-photo', params: describe(absent) });
  if (unclear.size > 0) warnings.push({ code: 'control.ambiguous-photo', params: describe(unclear) });
  return { ...control, points, warnings };
}

import type { ErrorRecord } from '../../errors/app-error.ts';
import type { ControlObservation, ControlPoint, ControlType } from '../model/control.ts';

/** A parsed row of a control file. */
export interface ControlRow {
  /** 1-based line of the file. */
  readonly row: number;
  /** Null where the row has none; points are then merged by their coordinates. */
  readonly label: string | null;
  readonly type: ControlType;
  readonly x: number;
  readonly y: number;
  readonly z: number | null;
  readonly sigma: ControlPoint['sigma'];
  readonly mark: ControlObservation | null;
}

interface Draft {
  readonly label: string;
  readonly first: ControlRow;
  sigma: ControlPoint['sigma'];
  readonly marks: ControlObservation[];
}

const placeKey = ({ x, y, z }: ControlRow) => `${x} ${y} ${z}`;

function addMark(draft: Draft, row: ControlRow, file: string, warnings: ErrorRecord[]): void {
  const { mark } = row;
  if (!mark) return;
  const before = draft.marks.find(({ photo }) => photo.toLowerCase() === mark.photo.toLowerCase());
  if (!before) {
    draft.marks.push(mark);
    return;
  }
  if (before.x === mark.x && before.y === mark.y) return;
  const params = { file, row: row.row, label: draft.label, photo: mark.photo };
  warnings.push({ code: 'control.duplicate-mark', params });
}

/** Warns of names with equal coordinates: one is probably mistyped, or the point was measured twice. */
function samePlaces(drafts: readonly Draft[], file: string): ErrorRecord[] {
  const groups = new Map<string, string[]>();
  for (const { label, first } of drafts) {
    const key = `${first.x} ${first.y} ${first.z}`;
    groups.set(key, [...(groups.get(key) ?? []), label]);
  }
  return [...groups.values()]
    .filter((labels) => labels.length > 1)
    .map((labels) => ({ code: 'control.same-place', params: { file, labels: labels.join(', ') } }));
}

/** Warns of observations of two points at one pixel of a photo, of which at most one is correct. */
function samePixels(drafts: readonly Draft[], file: string): ErrorRecord[] {
  const groups = new Map<string, { readonly labels: string[]; readonly mark: ControlObservation }>();
  for (const { label, marks } of drafts) {
    for (const mark of marks) {
      const key = `${mark.photo.toLowerCase()} ${mark.x} ${mark.y}`;
      const group = groups.get(key);
      if (group) group.labels.push(label);
      else groups.set(key, { labels: [label], mark });
    }
  }
  return [...groups.values()]
    .filter(({ labels }) => labels.length > 1)
    .map(({ labels, mark: { photo, x, y } }) => ({
      code: 'control.same-pixel',
      params: { file, labels: labels.join(', '), photo, x, y },
    }));
}

/**
 * Merges rows into points: rows with a label by label, others by equal coordinates. A label with two positions gives
 * two points, the later one with a number after its name, and a warning. A second observation of a point in a photo is
 * dropped with a warning. Names that share a position or a pixel of a photo give a warning. Names are compared and kept
 * in Unicode's composed form (NFC). Order is that of the file.
 */
export function gatherPoints(
  rows: readonly ControlRow[],
  file: string,
): { points: ControlPoint[]; warnings: ErrorRecord[] } {
  const warnings: ErrorRecord[] = [];
  const drafts = new Map<string, Draft>();
  const names = new Set(rows.flatMap(({ label }) => label?.normalize('NFC') ?? []));
  const places = new Map<string, number>();
  let unnamed = 0;
  const nameUnlabelled = () => {
    do unnamed++;
    while (names.has(`P${unnamed}`));
    return `P${unnamed}`;
  };
  for (const given of rows) {
    const row = { ...given, label: given.label?.normalize('NFC') ?? null };
    const key = `${row.label ?? ''}\n${placeKey(row)}`;
    let draft = drafts.get(key);
    if (!draft) {
      const count = row.label === null ? 1 : (places.get(row.label) ?? 0) + 1;
      if (row.label !== null) places.set(row.label, count);
      const label = row.label === null ? nameUnlabelled() : count > 1 ? `${row.label} (${count})` : row.label;
      if (count > 1) {
        warnings.push({
          code: 'control.label-twice',
          params: { file, row: row.row, label: row.label!, name: label },
        });
      }
      draft = { label, first: row, sigma: row.sigma, marks: [] };
      drafts.set(key, draft);
    }
    draft.sigma ??= row.sigma;
    addMark(draft, row, file, warnings);
  }
  const all = [...drafts.values()];
  const points = all.map(
    ({ label, first, sigma, marks }): ControlPoint => ({
      label,
      type: first.type,
      x: first.x,
      y: first.y,
      z: first.z,
      sigma,
      marks,
    }),
  );
  return { points, warnings: [...warnings, ...samePlaces(all, file), ...samePixels(all, file)] };
}

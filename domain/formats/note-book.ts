import type { ErrorRecord } from '../errors/app-error.ts';
import type { ErrorCode } from '../errors/codes.ts';

/** Kinds and names told apart; what goes beyond is counted under the last. */
const maxNotes = 200;

/** What was left out or assumed, counted by reason and name. */
export class NoteBook {
  readonly #file: string;
  readonly #notes = new Map<
    string,
    { code: ErrorCode; params: Record<string, string | number>; count: number }
  >();

  constructor(file: string) {
    this.#file = file;
  }

  /** Counts one more case of a reason, told apart by `name`; the rest of what is told is that of the first. */
  count(code: ErrorCode, name = '', params: Record<string, string | number> = {}, by = 1): void {
    const key = `${code} ${name}`;
    const note =
      this.#notes.get(key) ?? this.#add(this.#notes.size < maxNotes ? key : code, code, name, params);
    note.count += by;
  }

  #add(key: string, code: ErrorCode, name: string, params: Record<string, string | number>) {
    const held = this.#notes.get(key);
    if (held) return held;
    const note = {
      code,
      params: { ...(name === '' ? {} : { name: name.slice(0, 255) }), ...params },
      count: 0,
    };
    this.#notes.set(key, note);
    return note;
  }

  records(): ErrorRecord[] {
    return [...this.#notes.values()].map(({ code, params, count }) => ({
      code,
      params: { file: this.#file, ...params, count },
    }));
  }
}

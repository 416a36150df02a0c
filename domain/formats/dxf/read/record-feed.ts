import { AppError } from '../../../errors/app-error.ts';
import { sizeLimits } from '../../../math/size-limits.ts';
import { GroupRecord, type Groups } from './record.ts';
import { maxCode, typeOfCode, valueTypes } from './value-types.ts';

/** Group codes that say what follows, not what an object is. */
const control = { kind: 0, embedded: 101, application: 102, extended: 1000 } as const;

/** Texts that are used: names, texts, parts of leaders and extended data. Handles and names of classes are not. */
function makeWanted(): Uint8Array {
  const wanted = new Uint8Array(maxCode + 1);
  for (let code = 0; code <= maxCode; code++) {
    const isText = typeOfCode[code] === valueTypes.text;
    const isUsed = (code >= 1 && code <= 9 && code !== 5) || (code >= 300 && code <= 309);
    wanted[code] = isText ? Number(isUsed || (code >= 1000 && code <= 1003)) : 1;
  }
  return wanted;
}

const wantedCodes = makeWanted();

/**
 * Gathers groups to objects and hands each to `onRecord`, which borrows it. What applications attach (between groups
 * 102) and objects embedded in others (behind group 101) are left out, since their groups mean other things.
 * @throws dxf.object-too-large
 */
export class RecordFeed {
  /** True while objects are passed over: they come without groups. */
  isSkipping = false;
  readonly #record = new GroupRecord();
  readonly #file: string;
  readonly #onRecord: (groups: Groups) => void;
  readonly #maxGroups: number;
  #hasRecord = false;
  #isInside = true;

  constructor(
    file: string,
    onRecord: (groups: Groups) => void,
    maxGroups: number = sizeLimits['dxf.groupsPerObject'].value,
  ) {
    this.#file = file;
    this.#onRecord = onRecord;
    this.#maxGroups = maxGroups;
  }

  /** The object whose groups come now; null before the first. */
  get current(): Groups | null {
    return this.#hasRecord ? this.#record : null;
  }

  /** Group 0: the object before it is complete. */
  begin(kind: string, place: number): void {
    this.complete();
    this.#record.begin(kind, place);
    this.#hasRecord = true;
    this.#isInside = true;
  }

  /** Hands over the object that was begun, if any. */
  complete(): void {
    if (!this.#hasRecord) return;
    this.#hasRecord = false;
    this.#onRecord(this.#record);
  }

  number(code: number, value: number, place: number): void {
    if (this.isSkipping || !(this.#isInside || code >= control.extended)) return;
    if (!Number.isFinite(value) && this.#record.badNumber < 0 && code < control.extended) {
      this.#record.badNumber = place;
    }
    if (this.#record.count >= this.#maxGroups) throw this.#tooLarge();
    this.#record.addNumber(code, value);
  }

  text(code: number, bytes: Uint8Array, start: number, end: number): void {
    if (this.isSkipping && code !== 2) return;
    if (code === control.embedded) this.#isInside = false;
    else if (code === control.application) this.#isInside = bytes[start] !== openBrace;
    else if (wantedCodes[code] === 1 && (this.#isInside || code >= control.extended)) {
      if (this.#record.count >= this.#maxGroups || this.#record.byteCount > 8 * this.#maxGroups)
        throw this.#tooLarge();
      this.#record.addText(code, bytes, start, end);
    }
  }

  #tooLarge(): AppError {
    const { kind, place } = this.#record;
    return new AppError('dxf.object-too-large', {
      file: this.#file,
      kind,
      place,
      limit: this.#maxGroups,
    });
  }
}

const openBrace = 0x7b;

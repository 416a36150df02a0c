import type { Vec3 } from '../../../math/vectors.ts';
import { vectorOf } from './context.ts';
import type { GroupRecord, Groups } from './record.ts';
import type { DrawingStrings } from './strings.ts';

/** A block: objects that inserts draw. */
export interface Block {
  readonly name: string;
  readonly base: Vec3;
  /** Its objects are in another file. */
  readonly isExternal: boolean;
  readonly records: Groups[];
}

const externalFlags = 4 | 8 | 64;
const paperSpace = /^[*$]paper_space/i;
const modelSpace = /^[*$]model_space$/i;

/** The blocks of a drawing, by names regardless of case. */
export class Blocks {
  readonly #blocks = new Map<string, Block>();
  readonly #strings: DrawingStrings;
  #open: Block | null = null;
  /** Objects of layouts other than the active one, which stand in blocks. */
  paperObjects = 0;

  constructor(strings: DrawingStrings) {
    this.#strings = strings;
  }

  /** Takes an object of the section BLOCKS. */
  take(groups: Groups): void {
    if (groups.kind === 'BLOCK') this.#begin(groups);
    else if (groups.kind === 'ENDBLK') this.#open = null;
    else if (this.#open && paperSpace.test(this.#open.name)) {
      if (groups.kind !== 'VIEWPORT') this.paperObjects++;
    } else this.#open?.records.push((groups as GroupRecord).copy());
  }

  #begin(groups: Groups): void {
    const name = this.#strings.name(groups, 2);
    const block: Block = {
      name,
      base: vectorOf(groups, 10),
      isExternal: (groups.number(70, 0) & externalFlags) !== 0,
      records: [],
    };
    this.#open = block;
    // Of blocks of one name the first holds.
    if (name !== '' && !modelSpace.test(name) && !this.#blocks.has(name.toLowerCase())) {
      this.#blocks.set(name.toLowerCase(), block);
    }
  }

  find(name: string): Block | undefined {
    return this.#blocks.get(name.toLowerCase());
  }
}

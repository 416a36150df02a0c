import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';

/**
 * A file on disk as a `File` of any size: the size of a blob opened by Node 20 is truncated to 32 bits. Only `size`,
 * `slice` and `stream` are those of the file; bytes are read on demand.
 */
export class DiskFile extends File {
  readonly #path: string;
  readonly #start: number;
  readonly #end: number;

  /** Bytes `start` to `end`, exclusive. */
  constructor(path: string, name: string, start: number, end: number) {
    super([], name);
    this.#path = path;
    this.#start = start;
    this.#end = end;
  }

  override get size(): number {
    return this.#end - this.#start;
  }

  override slice(start = 0, end = this.size): Blob {
    const at = (offset: number) => Math.min(this.#start + offset, this.#end);
    return new DiskFile(this.#path, this.name, at(start), at(end));
  }

  override stream(): ReturnType<Blob['stream']> {
    const span = { start: this.#start, end: this.#end - 1, highWaterMark: 256 * 1024 };
    return Readable.toWeb(createReadStream(this.#path, span)) as ReturnType<Blob['stream']>;
  }
}

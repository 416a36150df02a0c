import type { ByteSink } from '#domain/formats/byte-sink.ts';

/** A file that is being made, too large to be held in memory. */
export interface DraftFile {
  readonly sink: ByteSink;
  /** Hands the file over under a name; nothing is written afterwards. */
  save(name: string, mediaType: string): Promise<void>;
  /** Gives the file up. */
  discard(): Promise<void>;
}

/** The person's own machine: its clipboard and its download folder. */
export interface FileAccess {
  copyText(text: string): Promise<void>;
  /** Hands a file over under a name; the parts are borrowed until it is written. */
  save(name: string, mediaType: string, parts: readonly (Uint8Array<ArrayBuffer> | string)[]): void;
  /** Begins a file on the browser's own disk, in memory where it gives none. */
  draft(): Promise<DraftFile>;
}

import type { ByteSink } from '#domain/formats/byte-sink.ts';

/** A file that is being made, too large to be held in memory. */
export interface DraftFile {
  readonly sink: ByteSink;
  /** Passes the file on under a name; nothing is written afterwards. */
  save(name: string, mediaType: string): Promise<void>;
  /** Discards the file. */
  discard(): Promise<void>;
}

/** The user's machine: its clipboard and its download folder. */
export interface FileAccess {
  copyText(text: string): Promise<void>;
  /** The text on the clipboard; rejects where the browser or the person does not allow it. */
  readText(): Promise<string>;
  /** Downloads a file under a name; the parts are borrowed until it is written. */
  save(name: string, mediaType: string, parts: readonly (Uint8Array<ArrayBuffer> | string)[]): void;
  /** Begins a file on the browser's own disk, in memory where that is not available. */
  draft(): Promise<DraftFile>;
}

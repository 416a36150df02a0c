/** The person's own machine: its clipboard and its download folder. */
export interface FileAccess {
  copyText(text: string): Promise<void>;
  /** Hands a file over under a name; the parts are borrowed until it is written. */
  save(name: string, mediaType: string, parts: readonly (Uint8Array<ArrayBuffer> | string)[]): void;
}

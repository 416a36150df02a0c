import type { Clock, RequestFrame } from '#core/ports/clock.ts';
import type { FileAccess } from '#core/ports/files.ts';
import { createDraftFile, download } from './draft-file.ts';

/** The browser's own time. */
export const browserClock: Clock = {
  now: () => Date.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};

/** The browser's animation frames. */
export const browserFrames: RequestFrame = (run) => {
  const frame = requestAnimationFrame(run);
  return () => cancelAnimationFrame(frame);
};

/** Clipboard and downloads of the page. */
export const browserFiles: FileAccess = {
  copyText: (text) => navigator.clipboard.writeText(text),
  readText: () => navigator.clipboard.readText(),
  save: (name, type, parts) => download(new Blob([...parts], { type }), name),
  draft: createDraftFile,
};

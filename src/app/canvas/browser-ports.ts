import type { Clock, RequestFrame } from '#core/ports/clock.ts';
import type { FileAccess } from '#core/ports/files.ts';

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

/** How long a file handed to the browser is kept for it, ms. */
const keepFileMs = 60_000;

/** Clipboard and downloads of the page. */
export const browserFiles: FileAccess = {
  copyText: (text) => navigator.clipboard.writeText(text),
  save(name, mediaType, parts) {
    const url = URL.createObjectURL(new Blob([...parts], { type: mediaType }));
    const link = document.createElement('a');
    link.href = url;
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), keepFileMs);
  },
};

import { readTileTemplate, tileOriginCookie } from '#domain/view/tile-address.ts';

function readCookie(): string | null {
  const found = document.cookie.split('; ').find((part) => part.startsWith(`${tileOriginCookie}=`));
  return found === undefined ? null : decodeURIComponent(found.slice(tileOriginCookie.length + 1));
}

/** The origin that the page's content policy permits: the one stored when the page was loaded. */
const allowed = readCookie();
const keepSeconds = 400 * 24 * 3600;

/** Origin of an address of tiles that is not the page's own; null where there is none. */
export function foreignOrigin(template: string): string | null {
  const read = readTileTemplate(template, location.origin);
  return read.kind === 'good' && read.origin !== location.origin ? read.origin : null;
}

/** Whether the page has to be reloaded before it may fetch tiles from there. */
export function needsReload(template: string): boolean {
  const origin = foreignOrigin(template);
  return origin !== null && origin !== allowed;
}

/** Has the server permit requests to the tiles' origin, and to no other, at the next load of the page. */
export function keepTileOrigin(template: string): void {
  const origin = foreignOrigin(template);
  const value = origin === null ? '' : encodeURIComponent(origin);
  const age = origin === null ? 0 : keepSeconds;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not there on plain http
  document.cookie = `${tileOriginCookie}=${value}; path=/; max-age=${age}; samesite=strict`;
}

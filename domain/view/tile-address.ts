/** Cookie with the origin of tiles that the page may fetch, percent-encoded. */
export const tileOriginCookie = 'plumbline_tiles';

/** Why a tile URL template is rejected. */
export type TileTemplateFault = 'empty' | 'no-place' | 'unknown-part' | 'not-an-address' | 'not-secure';

export type TileTemplateReading =
  | { readonly kind: 'good'; readonly template: string; readonly origin: string }
  | { readonly kind: 'bad'; readonly reason: TileTemplateFault };

const longest = 2048;

function parse(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}

const isLocal = ({ hostname }: URL) => hostname === 'localhost' || hostname === '127.0.0.1';

/**
 * Parses a URL template of map tiles from a user: http or https with `{z}`, `{x}` and `{y}` at least once after the
 * host, or a path on the page's own server.
 * @param pageOrigin origin of the page, used for templates without a host
 */
export function readTileTemplate(text: string, pageOrigin: string): TileTemplateReading {
  const template = text.trim();
  const bad = (reason: TileTemplateFault) => ({ kind: 'bad', reason }) as const;
  if (template === '') return bad('empty');
  const filled = tileAddress(template, { z: 0, x: 0, y: 0 });
  if (/[{}]/.test(filled)) return bad('unknown-part');
  const url = parse(filled, pageOrigin);
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  if (!url || !isWeb || url.username !== '' || url.password !== '' || template.length > longest) {
    return bad('not-an-address');
  }
  const behind = template.replace(/^[a-z]+:\/\/[^/?#]*/i, '');
  if (/[{}]/.test(template.slice(0, template.length - behind.length))) return bad('unknown-part');
  if (!['{z}', '{x}', '{y}'].every((part) => behind.includes(part))) return bad('no-place');
  if (url.protocol === 'http:' && pageOrigin.startsWith('https:') && !isLocal(url)) return bad('not-secure');
  return { kind: 'good', template, origin: url.origin };
}

/** URL of one tile: zoom, column from the west and row from the north. */
export function tileAddress(
  template: string,
  { z, x, y }: { readonly z: number; readonly x: number; readonly y: number },
): string {
  return template.replaceAll('{z}', String(z)).replaceAll('{x}', String(x)).replaceAll('{y}', String(y));
}

/** Whether a text is exactly an origin, as valid in a content security policy. */
export function isTileOrigin(text: string): boolean {
  const url = /^https?:\/\/[a-z0-9.-]+(:\d+)?$/.test(text) ? parse(text) : null;
  return url?.origin === text;
}

/** A UTM zone as people write it. */
export interface UtmName {
  /** Name as EPSG writes it, `WGS 84 / UTM zone 17N`. */
  readonly name: string;
  /** False where the text names no datum: WGS 84 is then assumed. */
  readonly isDatumStated: boolean;
}

const zonePattern =
  /(?:^|[^a-z])UTM[\s_/-]*(?:zone[\s_-]*)?(\d{1,2})\s*(north|south|[c-hj-np-x])?(?:$|[^a-z\d])/i;

/**
 * Hemisphere of a letter after the zone: N and S are north and south, as in EPSG's names; any other letter is a latitude
 * band of the military grid (C to M south, N to X north of the equator; I and O are not used).
 */
function hemisphereOf(letter: string): 'N' | 'S' {
  const upper = letter.toUpperCase();
  if (upper.length > 1) return upper.startsWith('N') ? 'N' : 'S';
  if (upper === 'S') return 'S';
  return upper >= 'N' ? 'N' : 'S';
}

/**
 * Reads `WGS84 UTM 17N`, `UTM zone 60 South`, `UTM 60S WGS84` and the like, as ground control lists are headed; null for
 * other text and for zones without a hemisphere.
 */
export function readUtmName(text: string): UtmName | null {
  const match = zonePattern.exec(text);
  const zone = Number(match?.[1]);
  if (!match?.[2] || !(zone >= 1 && zone <= 60)) return null;
  const rest = text
    .replace(match[0], ' ')
    .replace(/[\s/,;:()_-]+/g, ' ')
    .trim();
  const datum = /^WGS ?(?:19)?84$/i.test(rest) || rest === '' ? 'WGS 84' : rest;
  return { name: `${datum} / UTM zone ${zone}${hemisphereOf(match[2])}`, isDatumStated: rest !== '' };
}

import type { OpensfmCamera } from '#domain/photogrammetry/exchange/opensfm-cameras.ts';
import type { PhotoSettings } from '../context.ts';
import type { NodeodmOption } from './nodeodm-client.ts';

/**
 * True where a service accepts numeric options. NodeODM 2.2.4 crashes on any of them, even when sent as text (it
 * quotes the number it parsed). What is behind a service with another version scheme than NodeODM 2, such as
 * ClusterODM, is not known.
 */
export function bearsNumbers(version: string): boolean {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  return major === 2 && (minor < 2 || (minor === 2 && patch < 4));
}

/**
 * Our settings as ODM options; every value is text, as the protocol requires.
 * @param cameras stated parameters, by ODM's names
 */
export function wantedOptions(
  settings: PhotoSettings,
  gsdM: number | null,
  cameras: Readonly<Record<string, OpensfmCamera>> = {},
): Readonly<Record<string, string>> {
  const { density, orthoGsdMultiplier, demGsdMultiplier } = settings;
  const centimetres = (multiplier: number) =>
    gsdM === null ? null : String(Number((gsdM * 100 * multiplier).toPrecision(4)));
  const ortho = centimetres(orthoGsdMultiplier);
  const dem = demGsdMultiplier === null ? null : centimetres(demGsdMultiplier);
  return {
    dsm: 'true',
    dtm: 'true',
    'pc-quality': density,
    'skip-3dmodel': 'true',
    cog: 'true',
    ...(ortho === null ? {} : { 'orthophoto-resolution': ortho }),
    ...(dem === null ? {} : { 'dem-resolution': dem }),
    ...(Object.keys(cameras).length === 0 ? {} : { cameras: JSON.stringify(cameras) }),
  };
}

/** True where a value has the type, and the range as far as we parse it, that the service states. */
function isAccepted({ type, domain }: NodeodmOption, value: string): boolean {
  if (Array.isArray(domain)) return domain.includes(value);
  if (type === 'bool') return value === 'true' || value === 'false';
  if (type !== 'int' && type !== 'float') return true;
  const number = Number(value);
  if (!Number.isFinite(number) || (type === 'int' && !Number.isInteger(number))) return false;
  const text = String(domain);
  const [low, high] = text.split(' <= x <= ');
  if (low !== undefined && high !== undefined) {
    return number >= Number(low.split(' ').at(-1)) && number <= Number(high.split(' ', 1)[0]);
  }
  const bound = /(>=|<=|>|<) ([-+.\d]+)/.exec(text);
  if (!bound) return !text.startsWith('positive') || number >= 0;
  const limit = Number(bound[2]);
  return (
    { '>=': number >= limit, '<=': number <= limit, '>': number > limit, '<': number < limit }[bound[1]!] ??
    true
  );
}

/**
 * Splits options into those the service accepts and the names of those that it does not know, refuses or crashes on.
 * @param numbers whether options that are numbers may be sent at all
 */
export function checkOptions(
  wanted: Readonly<Record<string, string>>,
  known: readonly NodeodmOption[],
  numbers: boolean,
): { readonly options: Readonly<Record<string, string>>; readonly left: readonly string[] } {
  const byName = new Map(known.map((option) => [option.name, option] as const));
  const options: Record<string, string> = {};
  const left: string[] = [];
  for (const [name, value] of Object.entries(wanted)) {
    const option = byName.get(name);
    const isNumber = option?.type === 'int' || option?.type === 'float';
    if (option && isAccepted(option, value) && (numbers || !isNumber)) options[name] = value;
    else left.push(name);
  }
  return { options, left };
}

import type { PhotoSettings } from '../context.ts';
import type { NodeodmOption } from './nodeodm-client.ts';

/** What our settings mean in ODM's words; every value is text, since numbers crash some versions of the service. */
export function wantedOptions(
  settings: PhotoSettings,
  gsdM: number | null,
): Readonly<Record<string, string>> {
  const { density, orthoGsdMultiplier, demGsdMultiplier, surfaceModelScale } = settings;
  const centimetres = (multiplier: number) =>
    gsdM === null ? null : String(Number((gsdM * 100 * multiplier).toPrecision(4)));
  const ortho = centimetres(orthoGsdMultiplier);
  const dem = demGsdMultiplier === null ? null : centimetres(demGsdMultiplier * surfaceModelScale);
  return {
    dsm: 'true',
    dtm: 'true',
    'pc-quality': density,
    'skip-3dmodel': 'true',
    cog: 'true',
    ...(ortho === null ? {} : { 'orthophoto-resolution': ortho }),
    ...(dem === null ? {} : { 'dem-resolution': dem }),
  };
}

/** True where a value is of the type, and in the range as far as we read it, that the service states. */
function isAccepted({ type, domain }: NodeodmOption, value: string): boolean {
  if (Array.isArray(domain)) return domain.includes(value);
  if (type === 'bool') return value === 'true' || value === 'false';
  if (type !== 'int' && type !== 'float') return true;
  const number = Number(value);
  if (!Number.isFinite(number) || (type === 'int' && !Number.isInteger(number))) return false;
  const text = String(domain);
  const range = /([-+.\d]+) <= x <= ([-+.\d]+)/.exec(text);
  if (range) return number >= Number(range[1]) && number <= Number(range[2]);
  const bound = /(>=|<=|>|<) ([-+.\d]+)/.exec(text);
  if (!bound) return !text.startsWith('positive') || number >= 0;
  const limit = Number(bound[2]);
  return (
    { '>=': number >= limit, '<=': number <= limit, '>': number > limit, '<': number < limit }[bound[1]!] ??
    true
  );
}

/** Splits options into those the service takes and the names of those it does not know or would refuse. */
export function checkOptions(
  wanted: Readonly<Record<string, string>>,
  known: readonly NodeodmOption[],
): { readonly options: Readonly<Record<string, string>>; readonly left: readonly string[] } {
  const byName = new Map(known.map((option) => [option.name, option] as const));
  const options: Record<string, string> = {};
  const left: string[] = [];
  for (const [name, value] of Object.entries(wanted)) {
    const option = byName.get(name);
    if (option && isAccepted(option, value)) options[name] = value;
    else left.push(name);
  }
  return { options, left };
}

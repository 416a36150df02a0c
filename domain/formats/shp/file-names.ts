import { withoutEnd } from '../../math/without-end.ts';

/** Names that Windows keeps for devices. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;
const maxLetters = 100;

/** The name of a file, without its ending: what comes from a layer, and what is told of its contents. */
export interface WantedName {
  readonly stem: string;
  readonly suffix: string;
}

/**
 * Names of files that every system takes, one for each wanted: characters that Windows refuses become `_`, names are cut
 * to a hundred letters, and numbered where they would be the same regardless of case.
 */
export function fileNames(wanted: readonly WantedName[]): string[] {
  const taken = new Set<string>();
  return wanted.map(({ stem, suffix }) => {
    const plain = plainName(stem);
    let free = `${plain}${suffix}`;
    for (let i = 2; taken.has(free.toLowerCase()); i++) free = `${plain}-${i}${suffix}`;
    taken.add(free.toLowerCase());
    return free;
  });
}

function plainName(stem: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what Windows refuses
  const plain = stem.normalize('NFC').replace(/[\u0000-\u001f\u007f<>:"/\\|?*]/g, '_');
  const letters = [...plain].slice(0, maxLetters).join('');
  const trimmed = withoutEnd(letters, ' .').trimStart().replace(/^\./, '_');
  return trimmed === '' || reserved.test(trimmed) ? `_${trimmed}` : trimmed;
}

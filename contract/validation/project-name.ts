import type { Edition } from '../editions.ts';
import { limits } from '../limits.ts';

/** Keys of the texts shown at a project's name field. */
export type ProjectNameFault =
  | 'validation.requiredField'
  | 'validation.nameIdenticalToExisting'
  | 'validation.windows.error-empty'
  | 'validation.windows.error-length'
  | 'validation.windows.error-reserved-character'
  | 'validation.windows.error-reserved-name';

const reservedCharacters = /[<>:"/\\|?*\p{Cc}]/u;
const reservedNames = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\..*)?$/i;

/** Checks a name that becomes a folder on Windows (desktop edition). */
export function windowsNameFault(name: string): ProjectNameFault | null {
  if (name.trim() === '') return 'validation.windows.error-empty';
  if (name.length > limits.nameLength) return 'validation.windows.error-length';
  if (reservedCharacters.test(name)) return 'validation.windows.error-reserved-character';
  const isDots = name === '.' || name === '..';
  return isDots || reservedNames.test(name) ? 'validation.windows.error-reserved-name' : null;
}

/**
 * Checks the name of a new or renamed project. `current` is the name it has now, null for a new project.
 * Cloud compares exactly, desktop without regard to case.
 */
export function projectNameFault(
  name: string,
  edition: Edition,
  current: string | null,
): ProjectNameFault | null {
  const trimmed = name.trim();
  if (trimmed === '') return 'validation.requiredField';
  if (current !== null && isSameName(trimmed, current, edition)) return 'validation.nameIdenticalToExisting';
  if (edition === 'desktop') return windowsNameFault(trimmed);
  return trimmed.length > limits.nameLength ? 'validation.windows.error-length' : null;
}

function isSameName(a: string, b: string, edition: Edition): boolean {
  return edition === 'cloud' ? a === b : a.toLowerCase() === b.toLowerCase();
}

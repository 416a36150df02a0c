/** Joins class names, leaving out whatever is false, null, undefined or empty. */
export function cx(...names: readonly (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}

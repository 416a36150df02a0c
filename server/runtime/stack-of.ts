/** The stack of an error and of what caused it; null where it has none. */
export function stackOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const cause = stackOf(error.cause);
  return cause === null ? (error.stack ?? null) : `${error.stack}\ncaused by ${cause}`;
}

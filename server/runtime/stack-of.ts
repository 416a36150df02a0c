/** The stack of an error and of what caused it; null where it has none. */
export function stackOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const cause = stackOf(error.cause);
  return cause === null ? (error.stack ?? null) : `${error.stack}\ncaused by ${cause}`;
}

/** Most characters of a line that is kept. */
const lineLength = 300;

/** Heads of errors and frames; other lines go on with what an error says, which may be the values of a query. */
const kept = /^(?:\s+at |(?:caused by )?[A-Za-z]*(?:Error|Exception)\b)/;

/** The same as it may be kept: lines are cut, and values that a query was given are left out. */
export function keptStackOf(error: unknown): string | null {
  const lines = stackOf(error)
    ?.split('\n')
    .filter((line) => kept.test(line));
  return lines?.map((line) => line.slice(0, lineLength)).join('\n') ?? null;
}

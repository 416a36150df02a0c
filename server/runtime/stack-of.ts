/** The stack of an error and of its causes; null where it has none. */
export function stackOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const cause = stackOf(error.cause);
  return cause === null ? (error.stack ?? null) : `${error.stack}\ncaused by ${cause}`;
}

/** Maximum characters of a line. */
const lineLength = 300;

/** Heads of errors and frames; other lines continue an error's message, which may hold the values of a query. */
const kept = /^(?:\s+at |(?:caused by )?[A-Za-z]*(?:Error|Exception)\b)/;

/** The same for logs: lines are truncated, and values of queries are left out. */
export function keptStackOf(error: unknown): string | null {
  const lines = stackOf(error)
    ?.split('\n')
    .filter((line) => kept.test(line));
  return lines?.map((line) => line.slice(0, lineLength)).join('\n') ?? null;
}

const chunkLength = 1 << 16;

/** Small texts gathered into pieces of about 64 KiB, so that writers can yield a line at a time. */
export function* gatherText(parts: Iterable<string>): Generator<string, void> {
  let held = '';
  for (const part of parts) {
    held += part;
    if (held.length < chunkLength) continue;
    yield held;
    held = '';
  }
  if (held !== '') yield held;
}

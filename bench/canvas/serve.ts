import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { extname, join, normalize } from 'node:path';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
};

/** First and last byte of a `Range` header of one part; null where there is none. */
function readRange(header: string | undefined, size: number): readonly [number, number] | null {
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === undefined) return null;
  return [Number(first), last ? Math.min(Number(last), size - 1) : size - 1];
}

/** Serves a folder on localhost, whole files and byte ranges, without any caching. */
export function serveFolder(folder: string): Promise<Server> {
  const server = createServer((request, response) => {
    const file = join(folder, normalize(new URL(request.url ?? '/', 'http://localhost').pathname));
    if (!existsSync(file) || !statSync(file).isFile()) return response.writeHead(404).end();
    const { size } = statSync(file);
    const range = readRange(request.headers.range, size);
    const headers = {
      'content-type': types[extname(file)] ?? 'application/octet-stream',
      'accept-ranges': 'bytes',
      'cache-control': 'no-store',
    };
    if (!range) {
      response.writeHead(200, { ...headers, 'content-length': size });
      return createReadStream(file).pipe(response);
    }
    const [start, end] = range;
    if (start > end) return response.writeHead(416, { 'content-range': `bytes */${size}` }).end();
    const part = { 'content-range': `bytes ${start}-${end}/${size}`, 'content-length': end - start + 1 };
    response.writeHead(206, { ...headers, ...part });
    return createReadStream(file, { start, end }).pipe(response);
  });
  return new Promise((done) => server.listen(0, 'localhost', () => done(server)));
}

import { createServer } from 'node:http';
import sharp from 'sharp';

/** A server of map tiles on a port of its own, all alike: a light square with a dark edge. */
export interface TileServer {
  readonly url: string;
  /** Tiles requested so far. */
  asked(): number;
  close(): Promise<void>;
}

export async function startTileServer(): Promise<TileServer> {
  const inner = { create: { width: 254, height: 254, channels: 3, background: '#e4ddc8' } } as const;
  const tile = await sharp(inner)
    .extend({ top: 1, left: 1, bottom: 1, right: 1, background: '#8a7f60' })
    .png()
    .toBuffer();
  let asked = 0;
  const server = createServer((_request, response) => {
    asked++;
    response.writeHead(200, { 'content-type': 'image/png', 'access-control-allow-origin': '*' });
    response.end(tile);
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://localhost:${port}`,
    asked: () => asked,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

import { get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { rawRoutes } from '#contract/routes/raw-routes.ts';
import { fillPath, routeUrl } from '#contract/routes/route.ts';
import { routes } from '#contract/routes/table.ts';
import type { Project } from '#contract/schemas/project.ts';
import { readInitiated, writeCompletion } from '#contract/store/multipart-xml.ts';
import { type Answer, type Ask, type Call, jsonCall, type Visitor, visitorHeaders } from './ask.ts';
import type { Tally } from './tally.ts';

/** What the people of a round share. */
export interface Round {
  readonly origin: string;
  readonly ask: Ask;
  readonly tally: Tally;
  /** Ends the round: no new request starts. */
  readonly ended: AbortSignal;
  /** Milliseconds that a person waits between two requests, at most; they take half of it at least. */
  readonly think: number;
  /** Between 0 and 1, seeded. */
  readonly random: () => number;
}

const think = ({ think: most, random, ended }: Round) =>
  wait(most * (0.5 + random() / 2), undefined, { signal: ended }).catch(() => {});

const read = (path: string, headers: Call['headers'] = {}): Call => ({ method: 'GET', path, headers });

/** Holds a project's stream of events open until the round ends. */
function listen({ origin, ended, tally }: Round, visitor: Visitor, pk: number): void {
  const began = performance.now();
  const path = fillPath(rawRoutes.projectEvents.path, { pk });
  const first = new Promise<Answer>((resolve, reject) => {
    const request = get(
      `${origin}${path}`,
      { agent: false, headers: visitorHeaders(visitor), signal: ended },
      (answer) => {
        answer.on('error', () => {});
        answer.once('data', (body: Buffer) => {
          answer.resume();
          const ms = performance.now() - began;
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body, ms });
        });
      },
    );
    request.on('error', reject);
  });
  void tally.note('events opened', first);
}

/** Somebody who looks at their projects, with time to think between requests, until the round ends. */
export async function browse(round: Round, visitor: Visitor, pk: number, assets: readonly string[]) {
  const { ask, tally, ended } = round;
  const look = async (kind: string, call: Call) => {
    await think(round);
    return ended.aborted ? null : tally.note(kind, ask(visitor, call));
  };
  await look('page', read('/'));
  for (const asset of assets) await tally.note('script', ask(visitor, read(asset)));
  listen(round, visitor, pk);
  while (!ended.aborted) {
    await look('list', jsonCall('POST', routeUrl(routes.projectSearch), {}));
    await look('search', jsonCall('POST', routeUrl(routes.projectSearch), { name: 'quarry' }));
    const answer = await look('project', read(routeUrl(routes.projectGet, { pk })));
    if (answer === null) continue;
    const { thumbnail_url: thumbnail, products }: Project = JSON.parse(answer.body.toString('utf8'));
    if (thumbnail !== null) await look('thumbnail', read(thumbnail));
    const raster = products.flatMap(({ files }) => files).find(({ name }) => name.endsWith('.tif'));
    if (raster) await look('piece of a file', read(raster.url, { range: 'bytes=0-16383' }));
    await look('photos', read(routeUrl(routes.imagesList, { pk })));
    await look('drawing', read(routeUrl(routes.drawingGet, { pk })));
  }
}

/** A file that was sent and said to be complete. */
export interface Sent {
  readonly key: string;
  readonly sha256: string;
}

/** A file to send, with the hash that it has to come out with. */
export interface Parcel {
  readonly bytes: Buffer;
  readonly sha256: string;
  readonly partSize: number;
}

const xml = { 'content-type': 'application/xml' };

/** Sends one file from its announcement to its completion; null where something was refused. */
export async function uploadOne(round: Round, visitor: Visitor, parcel: Parcel): Promise<Sent | null> {
  const { ask, tally } = round;
  const { bytes, sha256, partSize } = parcel;
  const say = async (kind: string, call: Call) => {
    await think(round);
    return tally.note(kind, ask(visitor, call));
  };
  const made = await say(
    'project made',
    jsonCall('POST', routeUrl(routes.projectCreate), { name: 'Flight', type: 'lidar' }),
  );
  if (made === null) return null;
  const { pk } = JSON.parse(made.body.toString('utf8'));
  const wanted = {
    num_clusters: 1,
    file_size_mb: [Math.ceil(bytes.length / 2 ** 20)],
    is_compressed: true,
    file_names: ['flight.laz'],
  };
  const announced = await say('announced', jsonCall('POST', routeUrl(routes.lidarCreate, { pk }), wanted));
  if (announced === null) return null;
  const { pk: lidarPk, slots } = JSON.parse(announced.body.toString('utf8'));
  const url: string = slots[0].upload_url;
  const opened = await say('upload opened', { method: 'POST', path: `${url}?uploads`, headers: xml });
  if (opened === null) return null;
  const uploadId = readInitiated(opened.body.toString('utf8'));
  const parts: { partNumber: number; etag: string }[] = [];
  for (let at = 0; at < bytes.length; at += partSize) {
    const partNumber = parts.length + 1;
    const body = bytes.subarray(at, at + partSize);
    const path = `${url}?partNumber=${partNumber}&uploadId=${uploadId}`;
    const headers = { ...xml, 'content-length': String(body.length) };
    const put = await say('part', { method: 'PUT', path, body, headers });
    if (put === null) return null;
    parts.push({ partNumber, etag: String(put.headers.etag).replaceAll('"', '') });
  }
  const path = `${url}?uploadId=${uploadId}`;
  const joined = await say('upload ended', {
    method: 'POST',
    path,
    body: writeCompletion(parts),
    headers: xml,
  });
  if (joined === null) return null;
  const noted = await say(
    'file noted',
    jsonCall('PATCH', routeUrl(routes.lidarPatch, { pk, lidarPk }), { index: 0, size: bytes.length }),
  );
  if (noted === null) return null;
  const ended = routeUrl(routes.uploadCompleted, { pk }, { start_processing: false });
  const completed = await say('completed', { method: 'POST', path: ended });
  return completed === null ? null : { key: url.slice(1), sha256 };
}

/** Polls the server's health; returns the longest time without a response, ms. */
export async function watchHealth(round: Round, visitor: Visitor): Promise<number> {
  const { ask, tally, ended } = round;
  let worst = 0;
  let last = performance.now();
  while (!ended.aborted) {
    await tally.note('health', ask(visitor, read(routeUrl(routes.health))));
    worst = Math.max(worst, performance.now() - last);
    last = performance.now();
    await wait(100, undefined, { signal: ended }).catch(() => {});
    last = Math.max(last, performance.now() - 100);
  }
  return worst;
}

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { vi } from 'vitest';
import { type Route, routeUrl } from '#contract/routes/route.ts';
import { routes } from '#contract/routes/table.ts';
import type { Project } from '#contract/schemas/project.ts';
import type { ServeProcess } from './serve-process.ts';
import { signInCall } from './sign-in-link.ts';

/** Signs in by the link that a server printed; the cookie. */
export async function signInTo(server: ServeProcess): Promise<string> {
  const { url, body } = signInCall(server.signInUrl);
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

/** Calls a route of a server in a process of its own. */
export async function callServed(
  server: ServeProcess,
  cookie: string,
  route: Route,
  params = {},
  body?: object,
) {
  const answer = await fetch(`${server.url}${routeUrl(route, params)}`, {
    method: route.method,
    headers: { cookie, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return (await answer.json()) as never;
}

/** Process ids of the workers that a server started. */
export async function workersOf(server: ServeProcess): Promise<number[]> {
  const pid = server.child.pid ?? 0;
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const found: number[] = [];
  for (const child of children.split(' ').filter(Boolean)) {
    const words = await readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '');
    if (words.split('\0').includes('worker')) found.push(Number(child));
  }
  return found;
}

/** Creates a project from a LAZ file and queues its processing; returns its key. */
export async function uploadSurvey(server: ServeProcess, cookie: string, path: string): Promise<number> {
  const bytes = await readFile(path);
  const call = (route: Route, params: object, body?: object) =>
    callServed(server, cookie, route, params, body);
  const { pk }: Project = await call(routes.projectCreate, {}, { name: 'Survey', type: 'lidar' });
  const wanted = { num_clusters: 1, file_size_mb: [1], is_compressed: true, file_names: ['lidar.laz'] };
  const product: { pk: number; slots: { upload_url: string }[] } = await call(
    routes.lidarCreate,
    { pk },
    wanted,
  );
  const form = new FormData();
  form.set('file', new Blob([bytes]), 'lidar.laz');
  const url = `${server.url}${product.slots[0]?.upload_url}`;
  await fetch(url, { method: 'POST', headers: { cookie }, body: form });
  await call(routes.lidarPatch, { pk, lidarPk: product.pk }, { index: 0, size: bytes.length });
  await call(routes.uploadCompleted, { pk });
  return pk;
}

/** Waits until a project is no longer processed; the project. */
export function untilProcessed(server: ServeProcess, cookie: string, pk: number): Promise<Project> {
  return vi.waitFor(
    async () => {
      const found: Project = await callServed(server, cookie, routes.projectLoad, { pk });
      if (found.state === 'processing') throw new Error(`project ${pk} is still processed`);
      return found;
    },
    { timeout: 180_000, interval: 100 },
  );
}

/** Hashes of a project's product files by name, without the report, which contains times. */
export async function fileHashes(
  server: ServeProcess,
  cookie: string,
  { products }: Project,
): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {};
  for (const { name: product, files } of products) {
    if (product === 'project_report') continue;
    for (const { name, url } of files) {
      const answer = await fetch(`${server.url}${url}`, { headers: { cookie } });
      const bytes = new Uint8Array(await answer.arrayBuffer());
      hashes[`${product}/${name}`] = createHash('sha256').update(bytes).digest('hex');
    }
  }
  return hashes;
}

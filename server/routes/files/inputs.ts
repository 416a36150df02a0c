import type { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { limits } from '#contract/limits.ts';
import { rawRoutes } from '#contract/routes/raw-routes.ts';
import {
  readCompletion,
  writeCompleted,
  writeInitiated,
  writePartPage,
} from '#contract/store/multipart-xml.ts';
import { AppError } from '#domain/errors/app-error.ts';
import type { ServerContext } from '../../services/context.ts';
import { expectsInput } from '../../services/uploads.ts';
import { inputKey } from '../../store/keys.ts';
import type { StoredObject } from '../../store/object-store.ts';
import { projectOf } from '../access-hook.ts';
import { addRawRoute } from '../define.ts';

const completionLimit = 2 * 1024 * 1024;

/**
 * `/{pk}/input/{name}`: uploads into the local store, by one form POST or in parts as S3's multipart calls. Only
 * files that the project has announced are taken.
 */
export async function addInputRoutes(app: FastifyInstance, context: ServerContext): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    await scope.register(multipart, { limits: { files: 1, fileSize: limits.singleUploadMax } });
    const max = limits.singleUploadMax;
    addRawRoute(scope, context, rawRoutes.inputPost, max, (request, reply) =>
      receivePost(context, request, reply),
    );
    addRawRoute(scope, context, rawRoutes.inputPut, max, (request, reply) =>
      receivePart(context, request, reply),
    );
    addRawRoute(scope, context, rawRoutes.inputGet, max, (request, reply) =>
      listParts(context, request, reply),
    );
    addRawRoute(scope, context, rawRoutes.inputDelete, max, async (request, reply) => {
      const { key, query } = await readCall(context, request);
      await context.store.uploads.abort(key, query.uploadId ?? '');
      return reply.code(204).send();
    });
  });
}

interface InputQuery {
  readonly uploads?: string;
  readonly uploadId?: string;
  readonly partNumber?: string;
  readonly 'part-number-marker'?: string;
  readonly 'max-parts'?: string;
}

/** The key and query of a call; refuses names that the project does not wait for (`upload.unexpected`). */
async function readCall(
  context: ServerContext,
  request: FastifyRequest,
): Promise<{ key: string; query: InputQuery }> {
  const { project } = projectOf(request);
  const { name } = request.params as { name: string };
  const key = inputKey(project.pk, name);
  if (!(await expectsInput(context, project, name))) throw new AppError('upload.unexpected', { key });
  return { key, query: request.query as InputQuery };
}

async function receivePost(
  context: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { key, query } = await readCall(context, request);
  const { uploads } = context.store;
  if (query.uploads !== undefined) return sendXml(reply, writeInitiated(key, await uploads.open(key)));
  if (query.uploadId !== undefined) {
    const parts = readCompletion(await readText(request.body as Readable, key));
    if (!parts)
      throw new AppError('upload.part-invalid', { key, part: 0, reason: 'the list of parts is malformed' });
    const stored = await uploads.complete(key, query.uploadId, parts);
    return sendXml(reply, writeCompleted(key, stored.etag));
  }
  const stored = await receiveForm(context, key, request);
  return reply
    .code(201)
    .header('etag', `"${stored.etag}"`)
    .send({ key, size: stored.size, etag: stored.etag });
}

async function receiveForm(
  context: ServerContext,
  key: string,
  request: FastifyRequest,
): Promise<StoredObject> {
  const file = request.isMultipart() ? await request.file() : undefined;
  if (!file)
    throw new AppError('api.bad-request', { place: key, reason: 'a form with one file is expected' });
  const stored = await context.store.put(key, file.file);
  if (!file.file.truncated) return stored;
  await context.store.remove(key);
  throw new AppError('api.too-large', { place: key, limit: limits.singleUploadMax });
}

async function receivePart(
  context: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { key, query } = await readCall(context, request);
  const part = await context.store.uploads.putPart(
    key,
    query.uploadId ?? '',
    Number(query.partNumber),
    request.body as Readable,
  );
  return reply.header('etag', `"${part.etag}"`).send();
}

async function listParts(
  context: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { key, query } = await readCall(context, request);
  const uploadId = query.uploadId ?? '';
  const marker = Number(query['part-number-marker'] ?? 0) || 0;
  const wanted = Number(query['max-parts'] ?? limits.uploadPartsPage) || limits.uploadPartsPage;
  const limit = Math.min(Math.max(1, wanted), limits.uploadPartsPage);
  return sendXml(
    reply,
    writePartPage(key, uploadId, await context.store.uploads.parts(key, uploadId, marker, limit)),
  );
}

function sendXml(reply: FastifyReply, xml: string): FastifyReply {
  return reply.type('application/xml; charset=utf-8').send(xml);
}

async function readText(body: Readable | undefined, key: string): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > completionLimit) throw new AppError('api.too-large', { place: key, limit: completionLimit });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

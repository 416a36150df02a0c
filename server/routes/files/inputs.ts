import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
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
import { clamp } from '#domain/math/clamp.ts';
import type { SlotRow } from '../../db/schema/projects.ts';
import type { ServerContext } from '../../services/context.ts';
import { admitTo } from '../../services/inputs/admission.ts';
import { announcedBytes } from '../../services/inputs/input-sizes.ts';
import { requireFit, requireSlot } from '../../services/inputs/uploads.ts';
import type { Admission, LocalIntake, MultipartUploads, StoredObject } from '../../store/object-store.ts';
import { projectOf } from '../access-hook.ts';
import { addRawRoute, type RawHandler } from '../define.ts';

const completionLimit = 2 * 1024 * 1024;

/**
 * `/{pk}/input/{name}`: uploads into the local store, by one form POST or in parts as S3's multipart calls. Only
 * announced files are accepted.
 */
export async function addInputRoutes(app: FastifyInstance, context: ServerContext): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    await scope.register(multipart, { limits: { files: 1, fileSize: limits.singleUploadMax } });
    const max = limits.singleUploadMax;
    const takesFiles = { takesFiles: true };
    const post: RawHandler = (request, reply) => receivePost(context, request, reply);
    addRawRoute(scope, context, rawRoutes.inputPost, max, post, takesFiles);
    const put: RawHandler = (request, reply) => receivePart(context, request, reply);
    addRawRoute(scope, context, rawRoutes.inputPut, max, put, takesFiles);
    addRawRoute(scope, context, rawRoutes.inputGet, max, (request, reply) =>
      listParts(context, request, reply),
    );
    addRawRoute(scope, context, rawRoutes.inputDelete, max, async (request, reply) => {
      const { key, query, uploads } = await readCall(context, request);
      await uploads.abort(key, query.uploadId ?? '');
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

interface InputCall {
  readonly key: string;
  readonly slot: SlotRow;
  readonly query: InputQuery;
  readonly intake: LocalIntake;
  readonly uploads: MultipartUploads;
  readonly admit: Admission;
}

/** Reads a call; refuses names that the project does not await. Throws `upload.unexpected`, `upload.signed-only`. */
async function readCall(context: ServerContext, request: FastifyRequest): Promise<InputCall> {
  const { project } = projectOf(request);
  const { intake } = context.store;
  const found = await requireSlot(context, project, (request.params as { name: string }).name);
  if (intake.kind !== 'through') throw new AppError('upload.signed-only', { key: found.key });
  const { uploads } = intake;
  const admit = admitTo(context, project.pk, found.key, found.slot);
  return { ...found, query: request.query as InputQuery, intake, uploads, admit };
}

async function receivePost(
  context: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const call = await readCall(context, request);
  const { key, slot, query, uploads, admit } = call;
  if (query.uploads !== undefined) {
    requireFit(slot, 'open');
    return sendXml(reply, writeInitiated(key, await uploads.open(key)));
  }
  if (query.uploadId !== undefined) {
    const parts = readCompletion(await readText(request.body as Readable, key));
    if (!parts)
      throw new AppError('upload.part-invalid', { key, part: 0, reason: 'the-list-of-parts-is-malformed' });
    const stored = await uploads.complete(key, query.uploadId, parts, admit);
    return sendXml(reply, writeCompleted(key, stored.etag));
  }
  requireFit(slot, 'put');
  const { stored, md5 } = await receiveForm(call, request);
  return reply.code(201).header('etag', `"${md5}"`).send({ key, size: stored.size, etag: stored.etag });
}

/** Stores the file of a form. The response has the MD5 of the received bytes, as an object store does for a PUT. */
async function receiveForm(
  { key, slot, intake, admit }: InputCall,
  request: FastifyRequest,
): Promise<{ stored: StoredObject; md5: string }> {
  const file = request.isMultipart() ? await request.file() : undefined;
  if (!file)
    throw new AppError('api.bad-request', { place: key, reason: 'a-form-with-one-file-is-expected' });
  const hash = createHash('md5');
  const hashed = async function* () {
    for await (const chunk of file.file) {
      hash.update(chunk);
      yield chunk;
    }
  };
  const body = Readable.from(hashed(), { objectMode: false });
  const stored = await intake.receive(key, body, announcedBytes(slot), (arrived, keep) => {
    if (file.file.truncated) throw new AppError('upload.too-large-for-put', { size: limits.singleUploadMax });
    return admit(arrived, keep);
  });
  return { stored, md5: hash.digest('hex') };
}

async function receivePart(
  context: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { key, slot, query, uploads } = await readCall(context, request);
  const part = await uploads.putPart(
    key,
    query.uploadId ?? '',
    Number(query.partNumber),
    request.body as Readable,
    announcedBytes(slot),
  );
  return reply.header('etag', `"${part.etag}"`).send();
}

async function listParts(
  context: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { key, query, uploads } = await readCall(context, request);
  const uploadId = query.uploadId ?? '';
  const marker = Number(query['part-number-marker'] ?? 0) || 0;
  const wanted = Number(query['max-parts'] ?? limits.uploadPartsPage) || limits.uploadPartsPage;
  const limit = clamp(wanted, 1, limits.uploadPartsPage);
  return sendXml(reply, writePartPage(key, uploadId, await uploads.parts(key, uploadId, marker, limit)));
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

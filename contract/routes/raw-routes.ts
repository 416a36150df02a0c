import type { Access } from '../roles.ts';
import type { Method } from './route.ts';

/** A call whose body or response is not JSON: files, uploads, redirects. */
export interface RawRoute {
  readonly id: string;
  readonly method: Method;
  /** With `{name}` for each parameter, from the root of the origin. */
  readonly path: string;
  readonly access: Access;
}

/**
 * Calls outside the JSON table.
 * - `fileGet`: a file of a product (`product.files[].url`), with Range, ETag, If-Range; answers 200, 206, 304, 416.
 * - `proofsGet`: what the downloads of a product were found to hold when they were made, as a report that
 *   `plumbline verify` reads (`contract/schemas/file-proofs.ts`).
 * - `photoGet`: a photo of the project as it was uploaded, by its name in the store, answered as `fileGet` is.
 * - `archiveGet`: the project as one archive, its uploaded files only with `?inputs`, its products cut and flattened by
 *   the drawing with `?drawing`; `contract/schemas/archive.ts`.
 * - `thumbnailGet`: a picture of a project, or the small picture of one of its photos, made when first asked for.
 * - `inputPost`: without query, a form POST with one file field; with `?uploads` it opens an upload in parts and
 *   with `?uploadId` it completes one. `inputPut` sends a part (`?partNumber&uploadId`), `inputGet` lists parts
 *   (`?uploadId&part-number-marker&max-parts`), `inputDelete` gives an upload up. Their XML is in
 *   `contract/store/multipart-xml.ts`.
 * - `projectEvents`: the project's changes as server-sent events (`contract/schemas/project-events.ts`); with
 *   `Last-Event-ID` nothing is sent again that the caller has. The stream ends every ten minutes, when the project
 *   is not the caller's to see any more, and with the server.
 */
export const rawRoutes = {
  fileGet: { id: 'file.get', method: 'GET', path: '/files/{pk}/{productPk}/{name}', access: 'view' },
  proofsGet: { id: 'proofs.get', method: 'GET', path: '/files/{pk}/{productPk}/proofs.json', access: 'view' },
  photoGet: { id: 'photo.get', method: 'GET', path: '/files/{pk}/images/{name}', access: 'view' },
  archiveGet: { id: 'archive.get', method: 'GET', path: '/files/{pk}/archive', access: 'own' },
  thumbnailGet: { id: 'thumbnail.get', method: 'GET', path: '/{pk}/thumbnail/{name}', access: 'view' },
  inputPost: { id: 'input.post', method: 'POST', path: '/{pk}/input/{name}', access: 'own' },
  inputPut: { id: 'input.put', method: 'PUT', path: '/{pk}/input/{name}', access: 'own' },
  inputGet: { id: 'input.get', method: 'GET', path: '/{pk}/input/{name}', access: 'own' },
  inputDelete: { id: 'input.delete', method: 'DELETE', path: '/{pk}/input/{name}', access: 'own' },
  projectEvents: { id: 'project.events', method: 'GET', path: '/api/imageset/{pk}/events', access: 'view' },
} as const satisfies Record<string, RawRoute>;

export type RawRouteName = keyof typeof rawRoutes;

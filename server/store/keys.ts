import { AppError } from '#domain/errors/app-error.ts';

const segment = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,254}$/;

/** Refuses keys that could leave the store's folder or that a file system may not take: `store.unsafe-key`. */
export function checkKey(key: string): string {
  const parts = key.split('/');
  const isSafe = parts.length >= 2 && parts.every((part) => segment.test(part) && !part.endsWith('.'));
  if (!isSafe) throw new AppError('store.unsafe-key', { key });
  return key;
}

function join(folder: string, name: string): string {
  const key = `${folder}/${name}`;
  if (name.includes('/')) throw new AppError('store.unsafe-key', { key });
  return checkKey(key);
}

/** Key of an uploaded file. Throws `store.unsafe-key`. */
export function inputKey(projectPk: number, name: string): string {
  return join(`${projectPk}/input`, name);
}

/** Folder of a bucket into which clients send files; nothing in it is trusted, and clients can write nothing else. */
export const arrivalFolder = 'arriving';

/** The upload folder of a project. */
export const arrivalsOf = (projectPk: number): string => `${arrivalFolder}/${projectPk}`;

/** Upload key of a file; `token` is random. Throws `store.unsafe-key`. */
export function arrivalKey(projectPk: number, token: string, name: string): string {
  return join(`${arrivalsOf(projectPk)}/${token}`, name);
}

/** Project and token of an upload key; null for other keys. */
export function parseArrival(key: string): { readonly projectPk: number; readonly token: string } | null {
  const [folder, pk, token, name] = key.split('/');
  const projectPk = Number(pk);
  if (folder !== arrivalFolder || !Number.isInteger(projectPk) || !token || !name) return null;
  return { projectPk, token };
}

/** Key of an uploaded file after its check, to which clients cannot write. Throws `store.unsafe-key`. */
export function takenKey(projectPk: number, token: string, name: string): string {
  return join(`${projectPk}/input/${token}`, name);
}

/** Key of an uploaded file, before or after its check. Throws `store.unsafe-key`. */
export function slotKey(
  projectPk: number,
  { name, storedKey }: { readonly name: string; readonly storedKey: string | null },
): string {
  return storedKey === null ? inputKey(projectPk, name) : checkKey(storedKey);
}

/** Key of a project's image. Throws `store.unsafe-key`. */
export function thumbnailKey(projectPk: number, name: string): string {
  return join(`${projectPk}/thumbnail`, name);
}

/** Key of a picture over the site; `name` is its hash and ending. Throws `store.unsafe-key`. */
export function overlayKey(projectPk: number, name: string): string {
  return join(`${projectPk}/overlays`, name);
}

/** Key of a product's file. Throws `store.unsafe-key`. */
export function productKey(projectPk: number, productPk: number, name: string): string {
  return join(`${projectPk}/products/${productPk}`, name);
}

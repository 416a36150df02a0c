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

/** Key of a project's picture. Throws `store.unsafe-key`. */
export function thumbnailKey(projectPk: number, name: string): string {
  return join(`${projectPk}/thumbnail`, name);
}

/** Key of a product's file. Throws `store.unsafe-key`. */
export function productKey(projectPk: number, productPk: number, name: string): string {
  return join(`${projectPk}/products/${productPk}`, name);
}

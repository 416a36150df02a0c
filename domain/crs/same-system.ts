import type { CrsDefinition } from './types.ts';

/** What places in plan depend on, without the names that programs give it. */
function planOf({ horizontal }: CrsDefinition): string {
  if (!horizontal || horizontal.kind === 'engineering') return JSON.stringify(horizontal);
  const { a, inverseFlattening } = (horizontal.kind === 'projected' ? horizontal.base : horizontal).datum
    .ellipsoid;
  const projection = horizontal.kind === 'projected' ? [horizontal.method, horizontal.parameters] : [];
  return JSON.stringify([horizontal.kind, a, inverseFlattening, projection]);
}

/** Whether two definitions say the same of places in plan; codes tell where both have one. */
export function isSameSystem(a: CrsDefinition, b: CrsDefinition): boolean {
  const [first, second] = [a.horizontal?.epsg ?? null, b.horizontal?.epsg ?? null];
  return first !== null && second !== null ? first === second : planOf(a) === planOf(b);
}

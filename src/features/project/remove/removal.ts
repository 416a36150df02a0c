import { type Edition, hasFeature } from '#contract/editions.ts';
import { type CleanKind, cleanKinds } from '#contract/rules/cleaning.ts';
import type { Project } from '#contract/schemas/project.ts';

/**
 * `mark`: the project is hidden, staff can still find it. `destroy`: its files are deleted. `partial`: some files are
 * deleted.
 */
export type RemovalMode = 'mark' | 'destroy' | 'partial';

/** Available choices, the usual first. A desktop has no staff who could restore a marked project. */
export function removalModes(edition: Edition, isStaff: boolean): readonly [RemovalMode, ...RemovalMode[]] {
  if (hasFeature(edition, 'projectCleaning')) return ['destroy', 'partial'];
  return isStaff ? ['mark', 'destroy'] : ['mark'];
}

/** The reason why files of the project cannot be removed while it is kept; null when they can. */
export function partialFault(
  size: Project['size'],
): 'deleteProjectModal.modePartialError' | 'deleteProjectModal.alreadyCleaned' | null {
  if (!size.safe_to_clean) return 'deleteProjectModal.modePartialError';
  return bytesOf(size, cleanKinds) === 0 ? 'deleteProjectModal.alreadyCleaned' : null;
}

/** Total bytes of the kinds. */
export function bytesOf(size: Project['size'], kinds: readonly CleanKind[]): number {
  return kinds.reduce((total, kind) => total + size.cleanable[kind], 0);
}

import { type Block, completeTracks, countActive, dropPhoto, registerPhoto, tracksOfPhoto } from './block.ts';
import { minAgreeing, nextViews, resectPhoto } from './next-views.ts';
import type { SfmProblem } from './problem.ts';
import { pointLimits, resectionSigma } from './settings.ts';

/** Callbacks of incremental reconstruction: adjustment of the whole block, and interruption. */
export interface GrowthHooks {
  /** Adjusts the block and reassesses its points. */
  adjust(block: Block): void;
  /** Called after every step; may throw to stop. */
  pause(block: Block): Promise<void>;
}

/** Relative growth that triggers a block adjustment, so that all adjustments together cost a few times the last one. */
const growthShare = 0.12;

/** Deregisters photos with too few observations. @returns the removed photos */
export function dropWeakPhotos(block: Block): number[] {
  const weak = block.order.filter((photo) => countActive(block, photo) < minAgreeing);
  if (block.order.length - weak.length < 2) return [];
  for (const photo of weak) dropPhoto(block, photo);
  return weak;
}

/** Registers photos while possible, with adjustments in between. @param isOpen photos that may be registered */
export async function growBlock(
  problem: SfmProblem,
  block: Block,
  isOpen: (photo: number) => boolean,
  hooks: GrowthHooks,
): Promise<void> {
  /** Visible points of a photo at its last failure; it is retried when it sees clearly more. */
  const failedAt = new Map<number, number>();
  const drops = new Map<number, number>();
  const mayTry = (photo: number) =>
    isOpen(photo) && block.visible[photo]! > 1.2 * (failedAt.get(photo) ?? 0) && (drops.get(photo) ?? 0) < 2;
  let adjustedAt = block.order.length;
  for (;;) {
    const candidates = nextViews(problem, block, mayTry);
    if (candidates.length === 0) {
      if (block.order.length === adjustedAt) return;
    } else {
      for (const photo of candidates) {
        const found = resectPhoto(block, photo, resectionSigma);
        if (!found) {
          failedAt.set(photo, block.visible[photo]!);
          continue;
        }
        registerPhoto(block, photo, found.pose);
        completeTracks(block, tracksOfPhoto(block, photo), pointLimits.growing);
      }
      if (block.order.length < (1 + growthShare) * adjustedAt) {
        await hooks.pause(block);
        continue;
      }
    }
    hooks.adjust(block);
    for (const photo of dropWeakPhotos(block)) drops.set(photo, (drops.get(photo) ?? 0) + 1);
    adjustedAt = block.order.length;
    await hooks.pause(block);
  }
}

import type { AdjustmentKernel } from '../adjustment/adjustment-kernel.ts';
import { buildTracks } from '../tracks/build-tracks.ts';
import {
  type Alignment,
  alignBlock,
  assessStatedPositions,
  bringBack,
  type PositionVerdict,
} from './align-block.ts';
import {
  type Block,
  completeAllTracks,
  countObservations,
  createBlock,
  medianSquare,
  type PointLimits,
} from './block.ts';
import { connectedPhotos } from './components.ts';
import { dropWeakPhotos, type GrowthHooks, growBlock } from './grow.ts';
import { minAgreeing, minVisible } from './next-views.ts';
import type { SfmBlock, SfmProblem, SfmResult, UnregisteredPhoto } from './problem.ts';
import { type BlockAdjustment, refineBlock } from './refine-block.ts';
import { rankSeeds, startWithPair } from './seed.ts';
import { limitsForResiduals, pointLimits } from './settings.ts';
import { startGlobally } from './start-global.ts';
import { extractReconstruction } from './to-reconstruction.ts';
import { createTrackRays, type TrackRays, updateRays } from './track-rays.ts';

/** Progress callbacks, which may throw to stop. */
export interface ReconstructHooks {
  /** Called between steps with the fraction of photos registered; may throw to stop. */
  progress(fraction: number): Promise<void>;
}

/** Maximum number of initial pairs tried for a block. */
const maxSeeds = 8;
/** Minimum photos of a block where its component has more. */
const minFurtherBlock = 3;
/** Minimum fraction of active observations of the photos' tracks for averaged poses to be accepted. */
const minAgreement = 0.5;

/** Points per cell of a photo used in intermediate adjustments, and in those before the final one. */
const fewPerCell = 3;
const manyPerCell = 8;

interface Finished {
  readonly block: Block;
  readonly alignment: Alignment;
  readonly method: SfmBlock['method'];
}

/** Fraction of active entries of registered photos. */
function agreement(block: Block): number {
  let entries = 0;
  for (const photo of block.order)
    entries += block.rays.photoStart[photo + 1]! - block.rays.photoStart[photo]!;
  return entries > 0 ? countObservations(block) / entries : 0;
}

/** How positions constrain an adjustment. */
const holdBy = (verdict: PositionVerdict | null) => ({
  positionNoise: verdict?.noiseFactor ?? null,
  wrongPositions: verdict?.wrong ?? [],
});

class Reconstructor {
  readonly kernel: AdjustmentKernel;
  readonly problem: SfmProblem;
  readonly rays: TrackRays;
  readonly hooks: ReconstructHooks;
  readonly taken: Uint8Array;
  registered = 0;

  constructor(kernel: AdjustmentKernel, problem: SfmProblem, hooks: ReconstructHooks) {
    this.kernel = kernel;
    this.problem = problem;
    this.hooks = hooks;
    this.taken = new Uint8Array(problem.photos.length);
    const counts = problem.photos.map(({ features }) => features.count);
    this.rays = createTrackRays(problem, buildTracks(counts, problem.pairs));
  }

  /** A new block with the initial cameras, not those of another block. */
  createBlock(): Block {
    const { problem, rays } = this;
    updateRays(rays, problem.cameras, problem.cameraOf, () => true);
    return createBlock(rays, problem.cameras, problem.cameraOf);
  }

  growthHooks(verdict: PositionVerdict | null): GrowthHooks {
    return {
      adjust: (block) => {
        this.adjust(
          block,
          { phase: 'growing', ...holdBy(verdict), maxIterations: 12, perCell: fewPerCell },
          pointLimits.growing,
        );
      },
      pause: (block) => this.tell(block),
    };
  }

  /** Adjusts, then completes the tracks within the given limits, or limits derived from the residuals. */
  adjust(block: Block, options: BlockAdjustment, limits?: PointLimits): void {
    const settled = refineBlock(this.kernel, this.problem, block, options) ?? [];
    completeAllTracks(block, limits ?? limitsForResiduals(medianSquare(block)), settled);
  }

  async tell(block: Block): Promise<void> {
    const all = this.problem.photos.length;
    await this.hooks.progress(Math.min(0.95, (this.registered + block.order.length) / (all + 1)));
  }

  /** Global reconstruction: all poses at once from priors and pairs; null where it is inconsistent. */
  async buildGlobally(members: readonly number[]): Promise<Finished | null> {
    const { problem } = this;
    const block = this.createBlock();
    if (!startGlobally(problem, block, members)) return null;
    const verdict = assessStatedPositions(problem, block);
    completeAllTracks(block, pointLimits.averaged, []);
    for (const limits of [pointLimits.settling, pointLimits.growing, pointLimits.growing]) {
      if (block.hasPoint.indexOf(1) < 0) return null;
      const phase = limits === pointLimits.settling ? 'settling' : 'growing';
      this.adjust(block, { phase, ...holdBy(verdict), maxIterations: 15, perCell: fewPerCell }, limits);
      await this.tell(block);
    }
    dropWeakPhotos(block);
    const open = new Set(members);
    await growBlock(problem, block, (photo) => open.has(photo), this.growthHooks(verdict));
    if (agreement(block) < minAgreement || block.order.length < 0.7 * members.length) return null;
    return {
      block,
      alignment: { frame: 'priors', doubt: null, wrongPositions: verdict.wrong },
      method: 'global',
    };
  }

  /** Incremental reconstruction from an initial pair. */
  async buildFromPair(members: readonly number[]): Promise<Finished | null> {
    const { problem } = this;
    const open = new Set(members.filter((photo) => this.taken[photo] === 0));
    const seeds = rankSeeds(problem.pairs, (photo) => open.has(photo));
    for (const seed of seeds.slice(0, maxSeeds)) {
      const block = this.createBlock();
      if (!startWithPair(block, seed, pointLimits.growing)) continue;
      await growBlock(problem, block, (photo) => open.has(photo), this.growthHooks(null));
      if (block.order.length < Math.min(minFurtherBlock, open.size)) continue;
      return { block, alignment: alignBlock(problem, block), method: 'incremental' };
    }
    return null;
  }

  /** Adjusts with the priors and all intrinsics that the block determines, with limits derived from the residuals. */
  async finish({ block, alignment, method }: Finished): Promise<Finished> {
    const isPlaced = alignment.frame === 'priors';
    let wrongPositions = alignment.wrongPositions;
    for (let round = 0; round < 3; round++) {
      if (isPlaced) bringBack(this.problem, block);
      const verdict = isPlaced ? assessStatedPositions(this.problem, block) : null;
      if (verdict) wrongPositions = verdict.wrong;
      const perCell = round === 2 ? Number.POSITIVE_INFINITY : manyPerCell;
      this.adjust(block, { phase: 'final', ...holdBy(verdict), maxIterations: 20, perCell });
      dropWeakPhotos(block);
      await this.tell(block);
    }
    return { block, alignment: { ...alignment, wrongPositions }, method };
  }

  take({ block, alignment, method }: Finished): SfmBlock {
    for (const photo of block.order) this.taken[photo] = 1;
    this.registered += block.order.length;
    return {
      ...alignment,
      method,
      reconstruction: extractReconstruction(this.problem, block).reconstruction,
    };
  }

  async buildBlocks(): Promise<SfmBlock[]> {
    const { problem } = this;
    const blocks: SfmBlock[] = [];
    for (const members of connectedPhotos(problem.photos.length, problem.pairs)) {
      let built = await this.buildGlobally(members);
      for (;;) {
        built ??= await this.buildFromPair(members);
        if (!built) break;
        const finished = await this.finish(built);
        if (blocks.length > 0 && finished.block.order.length < minFurtherBlock) break;
        blocks.push(this.take(finished));
        built = null;
      }
    }
    return blocks.sort((a, b) => b.reconstruction.photos.length - a.reconstruction.photos.length);
  }

  unregistered(): UnregisteredPhoto[] {
    const { photos } = this.problem;
    return photos.flatMap(({ features }, photo): UnregisteredPhoto[] => {
      if (this.taken[photo] === 1) return [];
      if (features.count < minVisible) {
        return [{ photo, reason: 'few-features', value: features.count, limit: minVisible }];
      }
      const entries = this.rays.photoStart[photo + 1]! - this.rays.photoStart[photo]!;
      if (entries < minVisible) return [{ photo, reason: 'no-matches', value: entries, limit: minVisible }];
      return [{ photo, reason: 'no-pose', value: entries, limit: minAgreeing }];
    });
  }
}

/**
 * Poses, cameras and tie points from verified pairs. Each connected component starts with a global reconstruction from
 * positions and pairs where there are positions. Where that fails it grows incrementally from its best pair. Photos
 * that a block cannot register start another. The result is deterministic.
 */
export async function reconstruct(
  kernel: AdjustmentKernel,
  problem: SfmProblem,
  hooks: ReconstructHooks,
): Promise<SfmResult> {
  const reconstructor = new Reconstructor(kernel, problem, hooks);
  const blocks = await reconstructor.buildBlocks();
  return { blocks, unregistered: reconstructor.unregistered() };
}

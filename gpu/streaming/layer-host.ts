import type { AppError } from '#domain/errors/app-error.ts';
import type { ByteSource } from '#domain/formats/byte-source.ts';
import type { TaskPool } from '#workers/contract/pool.ts';
import type { LoadQueue } from './load-queue.ts';
import type { MemoryBudget } from './memory-budget.ts';

/** What layers are given by the scene that holds them. */
export interface LayerHost {
  readonly pool: TaskPool;
  readonly queue: LoadQueue;
  readonly memory: MemoryBudget;
  openSource(address: string, signal: AbortSignal): Promise<ByteSource>;
  /** A number in words, with exactly so many decimals. */
  numberText(value: number, digits: number): string;
  /** Something to draw arrived. */
  requestFrame(): void;
  /** What is known of the layer grew. */
  reportReady(layerId: string): void;
  reportFailure(layerId: string, error: AppError): void;
  /** Loaded terrain changed: what lies on it may have to move. */
  terrainChanged(): void;
}

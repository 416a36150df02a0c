import type { AppError } from '#domain/errors/app-error.ts';
import type { ByteSource } from '#domain/formats/byte-source.ts';
import type { TaskPool } from '#workers/contract/pool.ts';
import type { LoadQueue } from './load-queue.ts';
import type { MemoryBudget } from './memory-budget.ts';

/** Interface of the scene to its layers. */
export interface LayerHost {
  readonly pool: TaskPool;
  readonly queue: LoadQueue;
  readonly memory: MemoryBudget;
  openSource(address: string, signal: AbortSignal): Promise<ByteSource>;
  /** Formats a number with exactly so many decimals. */
  numberText(value: number, digits: number): string;
  /** Called when something to draw was loaded. */
  requestFrame(): void;
  /** Called when more facts of the layer are known. */
  reportReady(layerId: string): void;
  reportFailure(layerId: string, error: AppError): void;
  /** Called when loaded terrain changed: draped features may have to move. */
  terrainChanged(): void;
}

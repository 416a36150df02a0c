import type { PhotoEngine } from '#contract/rules/engines.ts';
import { AppError } from '#domain/errors/app-error.ts';
import type { ServerConfig } from '../../config/config.ts';
import { findProgram } from '../../pipeline/photo/engines/run-program.ts';

type EngineConfig = Pick<ServerConfig, 'nodeodm'>;

/**
 * Refuses an engine that this server does not offer, with the missing part. Throws `engine.program-missing`,
 * `engine.not-configured`.
 */
export async function requireEngine({ nodeodm }: EngineConfig, engine: PhotoEngine): Promise<void> {
  switch (engine) {
    case 'builtin':
      return;
    case 'colmap':
      await findProgram('colmap');
      return;
    case 'nodeodm':
      if (!nodeodm) {
        throw new AppError('engine.not-configured', { engine: 'NodeODM', variable: 'PLUMBLINE_NODEODM_URL' });
      }
  }
}

/** The engines that projects may choose here. Workers check again: they may run on other machines. */
export async function offeredEngines(config: EngineConfig): Promise<PhotoEngine[]> {
  const engines: PhotoEngine[] = ['builtin'];
  for (const engine of ['colmap', 'nodeodm'] as const) {
    const isOffered = await requireEngine(config, engine).then(
      () => true,
      () => false,
    );
    if (isOffered) engines.push(engine);
  }
  return engines;
}

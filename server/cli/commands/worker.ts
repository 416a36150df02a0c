import { readConfig } from '../../config/config.ts';
import { openWorkerDatabase } from '../../db/open-server-database.ts';
import { describeError, translate } from '../../messages.ts';
import { machineMemoryMib } from '../../queue/memory.ts';
import { keepFilesPrivate } from '../../runtime/private-files.ts';
import { keptStackOf } from '../../runtime/stack-of.ts';
import { programVersion } from '../../runtime/version.ts';
import { openContext } from '../../services/open-context.ts';
import { createBoxedTasks } from '../../worker/boxed-tasks.ts';
import { startWorker } from '../../worker/worker.ts';
import { watchParent } from '../../worker/worker-process.ts';
import { defineCommand } from '../command.ts';

const options = {
  data: { type: 'string', valueName: 'DIR', descriptionKey: 'cli.serve.option.data' },
  memory: { type: 'number', valueName: 'GIB', descriptionKey: 'cli.worker.option.memory' },
} as const;

/** `plumbline worker`: runs until Ctrl-C or, when the server started it, until the server has ended. */
export const worker = defineCommand({
  name: 'worker',
  summaryKey: 'cli.worker.summary',
  options,
  positionals: [],
  async run(context) {
    keepFilesPrivate();
    const config = readConfig(context.options, process.env, programVersion());
    const ended = untilEnded(context.signal);
    const database = await openWorkerDatabase(config.dataFolder, config.databaseUrl);
    const server = openContext(config, database);
    let lastFault = '';
    const memoryMib = config.workerMemoryMib ?? machineMemoryMib();
    const running = startWorker(server, {
      perform: createBoxedTasks({ config, databaseUrl: database.url, machineMib: memoryMib }),
      memoryMib,
      onFailure: (log, error) => context.warn(JSON.stringify({ log, cause: keptStackOf(error) })),
      onFault: (error) => {
        const fault = translate('cli.worker.fault', { reason: describeError(error) });
        if (fault !== lastFault) context.warn(fault);
        lastFault = fault;
      },
    });
    context.print(translate('cli.worker.running', { folder: config.dataFolder }));
    await ended;
    await running.stop();
    await server.close();
  },
});

function untilEnded(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
    watchParent(resolve);
  });
}

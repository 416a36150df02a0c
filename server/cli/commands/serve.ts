import { hasFeature } from '#contract/editions.ts';
import { AppError } from '#domain/errors/app-error.ts';
import { readConfig } from '../../config/config.ts';
import { mailWay } from '../../config/mail-settings.ts';
import { isAbort, translate } from '../../messages.ts';
import { keepFilesPrivate } from '../../runtime/private-files.ts';
import { programVersion } from '../../runtime/version.ts';
import { outboxFolder } from '../../services/mail/outbox.ts';
import { type RunningServer, startServer } from '../../start-server.ts';
import { startWorkerProcess } from '../../worker/worker-process.ts';
import { type CommandContext, defineCommand } from '../command.ts';
import { serveDemo } from '../serve-demo.ts';

const options = {
  data: { type: 'string', valueName: 'DIR', descriptionKey: 'cli.serve.option.data' },
  port: { type: 'number', short: 'p', descriptionKey: 'cli.serve.option.port' },
  host: { type: 'string', valueName: 'HOST', descriptionKey: 'cli.serve.option.host' },
  demo: { type: 'boolean', descriptionKey: 'cli.serve.option.demo' },
  'no-worker': { type: 'boolean', descriptionKey: 'cli.serve.option.no-worker' },
} as const;

type ServeContext = CommandContext<typeof options>;

/** `plumbline serve`: runs until Ctrl-C, then ends requests and workers before the database. */
export const serve = defineCommand({
  name: 'serve',
  summaryKey: 'cli.serve.summary',
  options,
  positionals: [],
  async run(context) {
    const config = readConfig(context.options, process.env, programVersion());
    const server = await startServer(config);
    keepFilesPrivate();
    const program = process.argv[1] ?? '';
    const worker = context.options['no-worker']
      ? null
      : startWorkerProcess({ args: [program, 'worker', '--data', config.dataFolder] });
    server.context.kept.worker = worker;
    try {
      announce(context, server, config.dataFolder);
      if (context.options.demo) await untilStopped(context.signal, serveDemo(context, server.context));
      const isLost = await Promise.race([untilAborted(context.signal), server.lost.then(() => true)]);
      if (isLost) throw new AppError('db.lost', { folder: config.dataFolder });
      context.warn(translate('cli.serve.stopping'));
    } finally {
      await worker?.stop();
      await server.close();
    }
  },
});

function announce(context: ServeContext, server: RunningServer, dataFolder: string): void {
  const { edition, version } = server.context.config;
  const { signInUrl, url } = server;
  if (context.isJson) {
    context.printJson({ url, signInUrl, edition, version, dataFolder, pid: process.pid });
    return;
  }
  context.print(translate('cli.serve.running', { version, edition, url }));
  context.print(translate('cli.serve.data', { folder: dataFolder }));
  if (hasFeature(edition, 'accounts')) context.print(translate('cli.serve.sign-in', { url: signInUrl }));
  else context.print(translate('cli.serve.license', { url }));
  if (mailWay(server.context.config) === 'kept')
    context.print(translate('cli.serve.outbox', { folder: outboxFolder(dataFolder) }));
  context.print(translate('cli.serve.stop'));
}

/** Waits for `work`. Ctrl-C is the normal end of a server and no failure. */
async function untilStopped(signal: AbortSignal, work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!signal.aborted || !isAbort(error)) throw error;
  }
}

function untilAborted(signal: AbortSignal): Promise<false> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(false);
    signal.addEventListener('abort', () => resolve(false), { once: true });
  });
}

import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { eq } from 'drizzle-orm';
import { AppError } from '#domain/errors/app-error.ts';
import { openFileSource } from '#workers/io/file-source.ts';
import { createOutputFile } from '#workers/io/output-file.ts';
import type { AccountRow } from '../../db/schema/accounts.ts';
import { imageset } from '../../db/schema/projects.ts';
import { translate } from '../../messages.ts';
import { publishBytes } from '../../pipeline/proof/publish.ts';
import { planArchive } from '../../services/archive/export-archive.ts';
import { importFromFile } from '../../services/archive/import-from-file.ts';
import { describeRefusal } from '../../services/archive/import-report.ts';
import { openArchive } from '../../services/archive/open-archive.ts';
import type { ServerContext } from '../../services/context.ts';
import { findAccountByEmail } from '../../services/people/accounts.ts';
import { readOwner } from '../../services/people/owner.ts';
import { type CommandContext, defineCommand } from '../command.ts';
import { number } from '../info/lines.ts';
import { openData } from '../open-data.ts';

const options = {
  data: { type: 'string', valueName: 'DIR', descriptionKey: 'cli.serve.option.data' },
  out: { type: 'string', short: 'o', valueName: 'FILE', descriptionKey: 'cli.project.option.out' },
  inputs: { type: 'boolean', descriptionKey: 'cli.project.option.inputs' },
  drawing: { type: 'boolean', descriptionKey: 'cli.project.option.drawing' },
  name: { type: 'string', valueName: 'NAME', descriptionKey: 'cli.project.option.name' },
  owner: { type: 'string', valueName: 'EMAIL', descriptionKey: 'cli.project.option.owner' },
} as const;

type ProjectContext = CommandContext<typeof options>;

const actions = ['export', 'import'] as const;

/** `plumbline project export PK` and `plumbline project import FILE`: projects as archives, with or without a server. */
export const project = defineCommand({
  name: 'project',
  summaryKey: 'cli.project.summary',
  options,
  positionals: [
    { name: actions.join('|'), isRequired: true },
    { name: 'PK|FILE', isRequired: true },
  ],
  async run(context) {
    const [given = '', subject = ''] = context.positionals;
    const action = actions.find((name) => name === given);
    if (!action) {
      const choices = actions.join(', ');
      throw new AppError('cli.bad-value', { command: 'project', option: 'ACTION', value: given, choices });
    }
    const server = await openData(context.options);
    try {
      if (action === 'export') await runExport(context, server, subject);
      else await runImport(context, server, subject);
    } finally {
      await server.close();
    }
  },
});

async function runExport(context: ProjectContext, server: ServerContext, pk: string): Promise<void> {
  const [row] = /^[1-9]\d{0,9}$/.test(pk)
    ? await server.db
        .select()
        .from(imageset)
        .where(eq(imageset.pk, Number(pk)))
    : [];
  if (!row || row.isDeleted) throw new AppError('api.project-not-found', { pk });
  const archive = await planArchive(server, row, {
    withInputs: context.options.inputs,
    isShaped: context.options.drawing,
  });
  const output = await createOutputFile(context.options.out ?? archive.fileName);
  const hash = createHash('sha256');
  try {
    for await (const piece of archive.pieces()) {
      context.signal.throwIfAborted();
      hash.update(piece);
      await output.append(piece);
      context.progress.report(output.length / archive.length, 'cli.stage.export-archive');
    }
    await publishBytes(output, hash.digest('hex'));
  } finally {
    await output.discard();
  }
  const told = { file: output.path, size: archive.length };
  if (context.isJson) context.printJson({ pk: row.pk, name: row.name, ...told });
  else {
    const size = number(archive.length);
    context.print(translate('cli.project.exported', { name: row.name, file: output.path, size }));
  }
}

async function runImport(context: ProjectContext, server: ServerContext, path: string): Promise<void> {
  const { options, progress, signal } = context;
  const source = await openFileSource(path);
  try {
    const archive = await openArchive({ ...source, name: basename(path) });
    const made = await importFromFile(server, await findOwner(server, options.owner), archive, {
      name: options.name ?? null,
      signal,
      onProgress: (fraction) => progress.report(fraction, 'cli.stage.import'),
    });
    const { refused } = made;
    if (context.isJson) context.printJson(made);
    else context.print(translate('cli.project.imported', { name: made.name, pk: made.pk }));
    if (refused.length === 0) return;
    const lines = refused.map(describeRefusal);
    for (const line of lines) context.warn(line);
    throw new AppError('archive.partial', {
      file: basename(path),
      count: refused.length,
      files: refused.map((entry) => entry.path).join(', '),
    });
  } finally {
    await source.close();
  }
}

async function findOwner(server: ServerContext, email: string | undefined): Promise<AccountRow> {
  if (email === undefined) return readOwner(server.db);
  const owner = await findAccountByEmail(server.db, email);
  if (owner) return owner;
  throw new AppError('share.unknown-users', { count: 1, emails: email });
}

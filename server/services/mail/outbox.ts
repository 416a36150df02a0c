import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { fileError } from '#workers/io/file-error.ts';
import { moveInto, writeFlushed } from '../../store/atomic-write.ts';
import type { Mailer, Message } from './mailer.ts';

const ending = '.json';

const keptMessage = z.object({
  when: z.iso.datetime(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
});

/** A message in the outbox: `name` identifies it, `when` is in ISO 8601. */
export type KeptMessage = z.output<typeof keptMessage> & { readonly name: string };

/** The folder of a data folder for messages without a mail server. */
export const outboxFolder = (dataFolder: string): string => join(dataFolder, 'outbox');

/** A message's name: the unique part of its id, without the host. */
const nameOf = ({ id }: Message): string =>
  id
    .replace(/^</, '')
    .split('@', 1)[0]!
    .replace(/[^\w-]/g, '_');

/** Stores messages as files of a folder, one each, also when stored again. */
export function createOutbox(folder: string): Mailer {
  return {
    isRepeatable: true,
    send: async (message) => {
      const { to, when, subject, text, html } = message;
      const kept: z.output<typeof keptMessage> = { when: when.toISOString(), to, subject, text, html };
      const path = join(folder, `${nameOf(message)}${ending}`);
      await mkdir(folder, { recursive: true });
      await writeFlushed(`${path}.draft`, `${JSON.stringify(kept, null, 1)}\n`);
      await moveInto(`${path}.draft`, path);
      return 'kept';
    },
    close: () => {},
  };
}

/** The contents of an outbox. */
export interface Outbox {
  /** Oldest first. */
  readonly messages: readonly KeptMessage[];
  /** Files that are no messages. */
  readonly unreadable: readonly string[];
}

/** Reads an outbox; where there is no folder it is empty. Throws `io.…`. */
export async function readOutbox(folder: string): Promise<Outbox> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw fileError(error, folder, 'read');
  });
  const files = names.filter((name) => name.endsWith(ending));
  const read = await Promise.all(
    files.map(async (file) => ({ file, message: await readMessage(folder, file) })),
  );
  const messages = read.flatMap(({ message }) => message ?? []);
  messages.sort((a, b) => a.when.localeCompare(b.when) || a.name.localeCompare(b.name));
  return { messages, unreadable: read.flatMap(({ file, message }) => (message === null ? [file] : [])) };
}

async function readMessage(folder: string, file: string): Promise<KeptMessage | null> {
  const path = join(folder, file);
  const text = await readFile(path, 'utf8').catch((error) => {
    throw fileError(error, path, 'read');
  });
  const read = keptMessage.safeParse(parseJson(text));
  return read.success ? { name: file.slice(0, -ending.length), ...read.data } : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

import { AppError } from '#domain/errors/app-error.ts';
import { readConfig } from '../../config/config.ts';
import { translate } from '../../messages.ts';
import { programVersion } from '../../runtime/version.ts';
import { type KeptMessage, outboxFolder, readOutbox } from '../../services/mail/outbox.ts';
import { type CommandContext, defineCommand } from '../command.ts';

const options = {
  data: { type: 'string', valueName: 'DIR', descriptionKey: 'cli.serve.option.data' },
} as const;

type OutboxContext = CommandContext<typeof options>;

/** `plumbline outbox` and `plumbline outbox MESSAGE`: what a server without a mail server would have sent. */
export const outbox = defineCommand({
  name: 'outbox',
  summaryKey: 'cli.outbox.summary',
  options,
  positionals: [{ name: 'MESSAGE', isRequired: false }],
  async run(context) {
    const [name] = context.positionals;
    const folder = outboxFolder(readConfig(context.options, process.env, programVersion()).dataFolder);
    const { messages, unreadable } = await readOutbox(folder);
    if (name !== undefined) {
      const message = messages.find((one) => one.name === name);
      if (!message) throw new AppError('mail.unknown-message', { name, folder });
      show(context, message);
      return;
    }
    list(context, messages, folder);
    if (unreadable.length === 0) return;
    const facts = { count: unreadable.length, files: unreadable.join(', '), folder };
    throw new AppError('mail.unreadable-messages', facts);
  },
});

const timeOf = ({ when }: KeptMessage): string => `${when.slice(0, 19).replace('T', ' ')} UTC`;

function list({ isJson, print, printJson }: OutboxContext, messages: readonly KeptMessage[], folder: string) {
  if (isJson) printJson(messages);
  else if (messages.length === 0) print(translate('cli.outbox.empty', { folder }));
  else for (const one of messages) print(`${one.name}  ${timeOf(one)}  ${one.to}  ${one.subject}`);
}

function show({ isJson, print, printJson }: OutboxContext, message: KeptMessage): void {
  if (isJson) {
    printJson(message);
    return;
  }
  const { to, subject, text } = message;
  print(translate('cli.outbox.to', { to }));
  print(translate('cli.outbox.when', { when: timeOf(message) }));
  print(translate('cli.outbox.subject', { subject }));
  print(`\n${text.trimEnd()}`);
}

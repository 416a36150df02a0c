import type { ServerConfig } from '../../config/config.ts';
import { createSmtpMailer, type Mailer } from './mailer.ts';
import { createOutbox, outboxFolder } from './outbox.ts';

/** Who takes a server's messages: its mail server, else the outbox of its data folder. */
export function createMailer({ mail, dataFolder }: Pick<ServerConfig, 'mail' | 'dataFolder'>): Mailer {
  return mail === null ? createOutbox(outboxFolder(dataFolder)) : createSmtpMailer(mail);
}

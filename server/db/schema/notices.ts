import { integer, pgTable } from 'drizzle-orm/pg-core';
import type { ProductName } from '#contract/rules/products.ts';
import type { ErrorRecord } from '#domain/errors/app-error.ts';
import { jsonb, text, time } from './columns.ts';

/**
 * What a message is about: the end of processing, its failure, a product that is ready, processing that waits for ground
 * control, an archive that was imported, wholly or in part.
 */
export type NoticeKind = 'finish' | 'error' | 'progress' | 'wait' | 'imported' | 'imported-partly';

export interface NoticeFacts {
  /** Of a failure. */
  readonly error?: ErrorRecord;
  /** Of a product that is ready. */
  readonly product?: ProductName;
}

export type NoticeStatus = 'waiting' | 'sending' | 'sent' | 'kept' | 'failed';

/** Messages about projects that their owners asked for; see `server/services/mail`. */
export const notice = pgTable('notice', {
  pk: integer('pk').primaryKey().generatedAlwaysAsIdentity(),
  imagesetPk: integer('imageset_pk').notNull(),
  kind: text('kind').$type<NoticeKind>().notNull(),
  facts: jsonb('facts').$type<NoticeFacts>().notNull().default({}),
  status: text('status').$type<NoticeStatus>().notNull().default('waiting'),
  tries: integer('tries').notNull().default(0),
  readyAt: time('ready_at').notNull().defaultNow(),
  whenCreated: time('when_created').notNull().defaultNow(),
  whenSent: time('when_sent'),
});

/** A row of `notice`. */
export type NoticeRow = typeof notice.$inferSelect;

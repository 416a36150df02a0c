/** What the owner of a project may ask to be written about, as columns of the project call them. */
export const noticeKinds = ['notify_finish', 'notify_error', 'notify_progress'] as const;

/** Which messages an owner wants; what is left out is not wanted, or stays as it is. */
export type NoticeSettings = { readonly [kind in (typeof noticeKinds)[number]]?: boolean | undefined };

/**
 * How messages to people are delivered: `sent` by a mail server; `kept` in the server's outbox, for its
 * administrator; `none` where there are no recipients.
 */
export const mailWays = ['sent', 'kept', 'none'] as const;

export type MailWay = (typeof mailWays)[number];

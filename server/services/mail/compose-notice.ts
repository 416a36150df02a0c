import type { NoticeFacts, NoticeKind } from '../../db/schema/notices.ts';
import { describeForPage, translate } from '../../messages.ts';

/** A message without its addresses. */
export interface MessageText {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text escaped for HTML, between tags and in attributes. */
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character]!);

/** A name given by a person, on one line: a line feed in a subject would start another header. */
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** The message about a project; `url` opens it. */
export function composeNotice(
  project: { readonly name: string; readonly url: string },
  kind: NoticeKind,
  facts: NoticeFacts,
): MessageText {
  const params = {
    name: oneLine(project.name),
    product: facts.product === undefined ? '' : translate(`product.${facts.product}`),
    reason: facts.error === undefined ? '' : describeForPage(facts.error),
  };
  const said = translate(`mail.${kind}.text`, params);
  const open = translate('mail.open');
  const why = translate('mail.why');
  const url = escapeHtml(project.url);
  return {
    subject: translate(`mail.${kind}.subject`, params),
    text: `${said}\n\n${open}: ${project.url}\n\n${why}\n`,
    html: `<p>${escapeHtml(said)}</p><p><a href="${url}">${escapeHtml(open)}</a></p><p><small>${escapeHtml(why)}</small></p>`,
  };
}

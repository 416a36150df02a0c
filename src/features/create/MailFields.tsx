import { useQuery } from '@tanstack/react-query';
import { useApi } from '#api/api-context.ts';
import { bootstrapQuery } from '#api/queries.ts';
import { useText } from '#i18n/use-text.ts';
import { Checkbox } from '#ui/Checkbox.tsx';
import { Section } from './Section.tsx';

export const mailKinds = ['notify_finish', 'notify_error', 'notify_progress'] as const;

/** Which messages the owner wants by mail. */
export type MailWishes = Readonly<Partial<Record<(typeof mailKinds)[number], boolean>>>;

interface MailFieldsProps {
  wishes: MailWishes;
  onChange(wishes: MailWishes): void;
}

/** What the owner is written about; not asked where the server sends no mail. */
export function MailFields({ wishes, onChange }: MailFieldsProps) {
  const { t } = useText();
  const { client } = useApi();
  const hasMail = useQuery(bootstrapQuery(client)).data?.has_mail ?? false;
  if (!hasMail) return null;
  return (
    <Section title={t('createPage.mail')} isForced={false}>
      {mailKinds.map((kind) => (
        <Checkbox
          key={kind}
          label={t(`createPage.mail.${kind}`)}
          checked={wishes[kind] ?? false}
          onChange={(isOn) => onChange({ ...wishes, [kind]: isOn })}
        />
      ))}
    </Section>
  );
}

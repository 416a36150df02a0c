import { useQuery } from '@tanstack/react-query';
import { useApi } from '#api/api-context.ts';
import { bootstrapQuery } from '#api/queries.ts';
import { type NoticeSettings, noticeKinds } from '#contract/rules/notices.ts';
import { useText } from '#i18n/use-text.ts';
import { Checkbox } from '#ui/Checkbox.tsx';
import { Section } from '../Section.tsx';

interface MailFieldsProps {
  /** Available kinds of mail: for an import only its completion. */
  about: 'processing' | 'import';
  settings: NoticeSettings;
  onChange(settings: NoticeSettings): void;
}

const importKinds = ['notify_finish', 'notify_error'] as const;

/** Choice of mail to the owner; hidden where there is no address. */
export function MailFields({ about, settings, onChange }: MailFieldsProps) {
  const { t } = useText();
  const { client } = useApi();
  const mail = useQuery(bootstrapQuery(client)).data?.mail ?? 'none';
  if (mail === 'none') return null;
  return (
    <Section title={t('notices.title')} isForced={false}>
      {(about === 'import' ? importKinds : noticeKinds).map((kind) => (
        <Checkbox
          key={kind}
          label={t(
            about === 'import' && kind !== 'notify_progress' ? `notices.import.${kind}` : `notices.${kind}`,
          )}
          checked={settings[kind] ?? false}
          onChange={(isOn) => onChange({ ...settings, [kind]: isOn })}
        />
      ))}
      {mail === 'kept' && <p className="text-ink-soft text-sm">{t('notices.kept')}</p>}
    </Section>
  );
}

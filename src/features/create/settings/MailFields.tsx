import { useQuery } from '@tanstack/react-query';
import { useApi } from '#api/api-context.ts';
import { bootstrapQuery } from '#api/queries.ts';
import { type NoticeWishes, noticeWishes } from '#contract/rules/notices.ts';
import { useText } from '#i18n/use-text.ts';
import { Checkbox } from '#ui/Checkbox.tsx';
import { Section } from '../Section.tsx';

interface MailFieldsProps {
  /** What there is to write about: of an import only how it ended. */
  about: 'processing' | 'import';
  wishes: NoticeWishes;
  onChange(wishes: NoticeWishes): void;
}

const importWishes = ['notify_finish', 'notify_error'] as const;

/** What the owner is written about; not asked where there is nobody to write to. */
export function MailFields({ about, wishes, onChange }: MailFieldsProps) {
  const { t } = useText();
  const { client } = useApi();
  const mail = useQuery(bootstrapQuery(client)).data?.mail ?? 'none';
  if (mail === 'none') return null;
  return (
    <Section title={t('notices.title')} isForced={false}>
      {(about === 'import' ? importWishes : noticeWishes).map((wish) => (
        <Checkbox
          key={wish}
          label={t(
            about === 'import' && wish !== 'notify_progress' ? `notices.import.${wish}` : `notices.${wish}`,
          )}
          checked={wishes[wish] ?? false}
          onChange={(isOn) => onChange({ ...wishes, [wish]: isOn })}
        />
      ))}
      {mail === 'kept' && <p className="text-ink-soft text-sm">{t('notices.kept')}</p>}
    </Section>
  );
}

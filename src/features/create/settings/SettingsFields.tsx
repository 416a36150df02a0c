import { useText } from '#i18n/use-text.ts';
import { Checkbox } from '#ui/Checkbox.tsx';
import { TextField } from '#ui/TextField.tsx';
import { Section } from '../Section.tsx';
import {
  type ProcessedBy,
  type SettingsDraft,
  type SettingsReading,
  supportedSettings,
} from './settings-form.ts';

interface SettingsFieldsProps {
  by: ProcessedBy;
  draft: SettingsDraft;
  /** Validation errors shown. */
  faults: SettingsReading['faults'];
  onChange(draft: SettingsDraft): void;
}

/** Optional settings of products; closed until opened or invalid. */
export function SettingsFields({ by, draft, faults, onChange }: SettingsFieldsProps) {
  const { t } = useText();
  const { numbers, flags } = supportedSettings[by];
  return (
    <Section title={t('createPage.settings')} isForced={Object.keys(faults).length > 0}>
      <div className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
        {numbers.map((name) => (
          <TextField
            key={name}
            label={t(`createPage.setting.${name}`)}
            hint={t(`createPage.settingHint.${name}`)}
            inputMode="decimal"
            autoComplete="off"
            value={draft.numbers[name] ?? ''}
            onChange={(event) =>
              onChange({ ...draft, numbers: { ...draft.numbers, [name]: event.target.value } })
            }
            error={faults[name] && t(faults[name])}
          />
        ))}
      </div>
      {flags.map((name) => (
        <Checkbox
          key={name}
          label={t(`createPage.setting.${name}`)}
          hint={t(`createPage.settingHint.${name}`)}
          checked={draft.flags[name] ?? false}
          onChange={(isOn) => onChange({ ...draft, flags: { ...draft.flags, [name]: isOn } })}
        />
      ))}
    </Section>
  );
}

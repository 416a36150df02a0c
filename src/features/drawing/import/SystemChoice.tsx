import { useState } from 'react';
import { SystemSearch } from '#coordinates/SystemSearch.tsx';
import type { Editor } from '#core/editor.ts';
import { readCrs } from '#domain/crs/read-crs.ts';
import { heightUnitOf, type ImportChoice, type ImportFacts } from '#domain/drawing/import/import-choice.ts';
import { INTERNATIONAL_FOOT, METRE, US_SURVEY_FOOT } from '#domain/units/units.ts';
import { useText } from '#i18n/use-text.ts';
import { Checkbox } from '#ui/Checkbox.tsx';
import { RadioList } from '#ui/RadioList.tsx';
import { SelectField } from '#ui/SelectField.tsx';

interface SystemChoiceProps {
  editor: Editor;
  facts: ImportFacts;
  choice: ImportChoice;
  onChange(part: Partial<ImportChoice>): void;
}

const units = { meters: METRE, internationalFeet: INTERNATIONAL_FOOT, usSurveyFeet: US_SURVEY_FOOT } as const;
type UnitName = keyof typeof units;
const unsaid = '';

/** In which system and unit the file is: as it says, else as a person says. */
export function SystemChoice({ editor, facts, choice, onChange }: SystemChoiceProps) {
  const { t } = useText();
  const [refused, setRefused] = useState<string | undefined>(undefined);
  const project = editor.facts.crsName ?? t('import.unknownSystem');
  const unit = heightUnitOf(facts, choice);
  const name = (Object.keys(units) as UnitName[]).find((each) => units[each].metres === unit?.metres);
  const chooseOther = async (epsg: number) => {
    const { definition } = await readCrs([{ source: 'user', payload: `EPSG:${epsg}` }]);
    setRefused(definition === null ? t('import.systemUnusable') : undefined);
    onChange({ other: definition });
  };
  return (
    <div className="flex flex-col gap-3">
      <div>
        <h4 className="mb-1 font-medium text-ink-soft text-sm">{t('import.system')}</h4>
        <RadioList<string>
          label={t('import.system')}
          value={choice.system ?? unsaid}
          onChange={(system) => onChange({ system: system as ImportChoice['system'] })}
          choices={[
            ...(facts.fileSystem
              ? [
                  {
                    value: 'file',
                    label: facts.fileSystem.name ?? t('import.namelessSystem'),
                    hint: t('import.statedByFile'),
                  },
                ]
              : []),
            { value: 'project', label: project, hint: t('import.systemOfProject') },
            ...(facts.projectSystem ? [{ value: 'other', label: t('import.otherSystem') }] : []),
          ]}
        />
        {!facts.fileSystem && choice.system === null && (
          <p className="pt-1 text-sm text-warn">{t('import.systemAsked')}</p>
        )}
      </div>
      {choice.system === 'other' && (
        <SystemSearch
          hint={t('import.systemHint')}
          error={refused}
          onSelect={(entry) => (entry === null ? onChange({ other: null }) : void chooseOther(entry.epsg))}
        />
      )}
      {choice.system !== null && (
        <SelectField<string>
          label={t(choice.system === 'project' ? 'import.unit' : 'import.heightUnit')}
          value={name ?? (unit === null ? unsaid : unit.name)}
          options={[
            ...(unit === null ? [{ value: unsaid, label: t('import.chooseUnit') }] : []),
            ...(unit !== null && name === undefined ? [{ value: unit.name, label: unit.name }] : []),
            ...(Object.keys(units) as UnitName[]).map((value) => ({ value, label: t(`unit.${value}`) })),
          ]}
          onChange={(value) => value in units && onChange({ unit: units[value as UnitName] })}
        />
      )}
      <Checkbox
        label={t('import.swapped')}
        checked={choice.isSwapped}
        onChange={(isSwapped) => onChange({ isSwapped })}
      />
    </div>
  );
}

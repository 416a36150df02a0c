import { Plus, Trash2 } from 'lucide-react';
import { useId } from 'react';
import { type AttributeType, attributeTypes } from '#domain/drawing/feature-code.ts';
import { useText } from '#i18n/use-text.ts';
import type { TextKey } from '#locales/texts.ts';
import { Button } from '#ui/Button.tsx';
import { cx } from '#ui/cx.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { SelectField } from '#ui/SelectField.tsx';
import { fieldClass } from '#ui/TextField.tsx';
import { ValueInput } from '../attributes/ValueInput.tsx';
import { type AttributeDraft, kindOf, newAttribute } from './code-draft.ts';

interface AttributeDefinitionsProps {
  attributes: readonly AttributeDraft[];
  faults: ReadonlyMap<number, TextKey>;
  onChange(attributes: readonly AttributeDraft[]): void;
}

/** The attributes that a code asks for: name, type, choices and first value of each. */
export function AttributeDefinitions({ attributes, faults, onChange }: AttributeDefinitionsProps) {
  const { t } = useText();
  return (
    <section className="pt-2">
      <header className="flex items-center justify-between">
        <h4 className="font-medium text-ink-soft text-sm">{t('codes.attributes')}</h4>
        <Button
          tone="quiet"
          icon={<Plus className="size-4" />}
          onClick={() => onChange([...attributes, newAttribute(attributes)])}
        >
          {t('codes.addAttribute')}
        </Button>
      </header>
      <ul>
        {attributes.map((attribute, index) => (
          <Attribute
            key={attribute.key}
            number={index + 1}
            attribute={attribute}
            fault={faults.get(attribute.key) ?? null}
            onChange={(next) => onChange(attributes.map((one) => (one.key === next.key ? next : one)))}
            onRemove={() => onChange(attributes.filter(({ key }) => key !== attribute.key))}
          />
        ))}
      </ul>
    </section>
  );
}

interface AttributeProps {
  number: number;
  attribute: AttributeDraft;
  fault: TextKey | null;
  onChange(attribute: AttributeDraft): void;
  onRemove(): void;
}

function Attribute({ number, attribute, fault, onChange, onRemove }: AttributeProps) {
  const { t } = useText();
  const id = useId();
  const { name, type, choices, initial } = attribute;
  const title = t('codes.attributeName', { number });
  return (
    <li className="border-line border-t py-2">
      <div className="flex items-center gap-1">
        <input
          aria-label={title}
          placeholder={title}
          value={name}
          maxLength={255}
          aria-invalid={fault !== null || undefined}
          aria-describedby={fault === null ? undefined : id}
          onChange={({ target }) => onChange({ ...attribute, name: target.value })}
          className={fieldClass}
        />
        <IconButton
          label={t('codes.removeAttribute', { name: name || String(number) })}
          icon={<Trash2 />}
          onClick={onRemove}
        />
      </div>
      <div className="grid grid-cols-2 gap-x-2">
        <SelectField<AttributeType>
          label={t('codes.attributeType')}
          value={type}
          options={attributeTypes.map((value) => ({ value, label: t(`attributeType.${value}`) }))}
          onChange={(next) => onChange({ ...attribute, type: next, initial: '' })}
        />
        <div className="flex flex-col gap-1 py-1">
          <span className="text-ink-soft text-sm">{t('codes.attributeInitial')}</span>
          <ValueInput
            label={`${t('codes.attributeInitial')} ${name || title}`}
            kind={kindOf(attribute)}
            text={initial}
            onText={(text) => onChange({ ...attribute, initial: text })}
          />
        </div>
      </div>
      {type === 'list' && (
        <label className="flex flex-col gap-1 py-1">
          <span className="text-ink-soft text-sm">{t('codes.attributeChoices')}</span>
          <textarea
            rows={3}
            value={choices}
            onChange={({ target }) => onChange({ ...attribute, choices: target.value })}
            className={cx(fieldClass, 'h-auto py-2 pointer-coarse:h-auto')}
          />
        </label>
      )}
      {fault !== null && (
        <p id={id} role="alert" className="text-bad text-sm">
          {t(fault)}
        </p>
      )}
    </li>
  );
}

import { X } from 'lucide-react';
import { useId } from 'react';
import { useSnapshot } from 'valtio';
import type { Editor } from '#core/editor.ts';
import { inRankOrder } from '#domain/drawing/document.ts';
import { featureKinds, featurePurposes } from '#domain/drawing/feature.ts';
import type { DrawingLayer } from '#domain/drawing/layer.ts';
import type { FeatureCondition } from '#domain/drawing/select/feature-condition.ts';
import { useText } from '#i18n/use-text.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { fieldClass } from '#ui/TextField.tsx';
import { comparisonsOf, fieldKey, fieldOfKey, isChosen, needsValue } from './condition-fields.ts';

interface ConditionRowProps {
  editor: Editor;
  condition: FeatureCondition;
  /** Names of the attributes that there are. */
  attributes: readonly string[];
  /** Codes that there are, offered while one is typed. */
  codes: readonly string[];
  onChange(condition: FeatureCondition): void;
  /** Null where it is the only one. */
  onRemove: (() => void) | null;
}

/** One condition: what is looked at, how it is compared, and with what. */
export function ConditionRow(props: ConditionRowProps) {
  const { editor, condition, attributes, codes, onChange, onRemove } = props;
  const { t } = useText();
  const listId = useId();
  const { field, comparison, value } = condition;
  const changeField = (key: string) => {
    const next = fieldOfKey(key);
    const allowed = comparisonsOf(next);
    const first = isChosen(next) ? (optionsOf(next.of)[0]?.value ?? '') : isChosen(field) ? '' : value;
    onChange({ field: next, comparison: allowed.includes(comparison) ? comparison : 'is', value: first });
  };
  const { layers } = useSnapshot(editor.views.document);
  function optionsOf(of: FeatureCondition['field']['of']): readonly { value: string; label: string }[] {
    if (of === 'kind') return featureKinds.map((kind) => ({ value: kind, label: t(`tool.${kind}`) }));
    if (of === 'purpose') {
      const none = { value: '', label: t('purpose.none') };
      return [none, ...featurePurposes.map((each) => ({ value: each, label: t(`purpose.${each}`) }))];
    }
    const ordered = inRankOrder(layers as Record<string, DrawingLayer>);
    return ordered.map(({ id, name }) => ({ value: id, label: name }));
  }
  return (
    <fieldset className="mb-2 flex flex-wrap items-center gap-2">
      <legend className="sr-only">{t('selectWhere.condition')}</legend>
      <select
        aria-label={t('selectWhere.field')}
        value={fieldKey(field)}
        onChange={(event) => changeField(event.target.value)}
        className={`${fieldClass} min-w-36 flex-1 sm:flex-none sm:basis-44`}
      >
        {(['layer', 'code', 'name', 'kind', 'purpose'] as const).map((of) => (
          <option key={of} value={of}>
            {t(`selectField.${of}`)}
          </option>
        ))}
        {attributes.map((name) => (
          <option key={`attribute ${name}`} value={fieldKey({ of: 'attribute', name })}>
            {t('selectField.attribute', { name })}
          </option>
        ))}
      </select>
      <select
        aria-label={t('selectWhere.comparison')}
        value={comparison}
        onChange={(event) =>
          onChange({ ...condition, comparison: event.target.value as FeatureCondition['comparison'] })
        }
        className={`${fieldClass} min-w-32 flex-1 sm:flex-none sm:basis-36`}
      >
        {comparisonsOf(field).map((each) => (
          <option key={each} value={each}>
            {t(`comparison.${each}`)}
          </option>
        ))}
      </select>
      {needsValue(condition) && isChosen(field) && (
        <select
          aria-label={t('selectWhere.value')}
          value={value}
          onChange={(event) => onChange({ ...condition, value: event.target.value })}
          className={`${fieldClass} min-w-32 flex-1`}
        >
          {optionsOf(field.of).map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
      {needsValue(condition) && !isChosen(field) && (
        <>
          <input
            aria-label={t('selectWhere.value')}
            value={value}
            autoComplete="off"
            list={field.of === 'code' ? listId : undefined}
            onChange={(event) => onChange({ ...condition, value: event.target.value })}
            className={`${fieldClass} min-w-32 flex-1`}
          />
          <datalist id={listId}>
            {codes.map((code) => (
              <option key={code} value={code} />
            ))}
          </datalist>
        </>
      )}
      {onRemove !== null && <IconButton label={t('selectWhere.remove')} icon={<X />} onClick={onRemove} />}
    </fieldset>
  );
}

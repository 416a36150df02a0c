import type { KeyboardEvent, Ref } from 'react';
import { useText } from '#i18n/use-text.ts';
import type { TextKey } from '#locales/texts.ts';
import { cx } from '#ui/cx.ts';
import { fieldClass } from '#ui/TextField.tsx';
import type { AttributeKind } from './attribute-values.ts';

interface ValueInputProps {
  label: string;
  kind: AttributeKind;
  /** As `valueText` writes it and `readValue` reads it. */
  text: string;
  fault?: TextKey | null;
  disabled?: boolean;
  inputRef?: Ref<HTMLInputElement & HTMLSelectElement>;
  onText(text: string): void;
  onLeave?(): void;
  onKeyDown?(event: KeyboardEvent): void;
}

/** A field for the value of an attribute: of its type, with what is wrong under it. */
export function ValueInput(props: ValueInputProps) {
  const { label, kind, text, fault = null, disabled = false, inputRef, onText, onLeave, onKeyDown } = props;
  const { t } = useText();
  const shared = {
    'aria-label': label,
    'aria-invalid': fault !== null || undefined,
    ref: inputRef,
    value: text,
    disabled,
    onBlur: onLeave,
    onKeyDown,
  } as const;
  const isChosen = kind.type === 'list' || kind.type === 'boolean';
  return (
    <span className="block min-w-0">
      {isChosen ? (
        <select {...shared} onChange={({ target }) => onText(target.value)} className={fieldClass}>
          <Options kind={kind} text={text} />
        </select>
      ) : (
        <input
          {...shared}
          type={kind.type === 'date' ? 'date' : 'text'}
          inputMode={kind.type === 'number' ? 'decimal' : undefined}
          autoComplete="off"
          onChange={({ target }) => onText(target.value)}
          className={cx(fieldClass, kind.type === 'number' && 'tabular-nums')}
        />
      )}
      {fault !== null && (
        <span role="alert" className="block pt-1 text-bad text-sm">
          {t(fault)}
        </span>
      )}
    </span>
  );
}

/** No value, the choices, and the value itself where it is none of them. */
function Options({ kind, text }: Pick<ValueInputProps, 'kind' | 'text'>) {
  const { t } = useText();
  const choices =
    kind.type === 'boolean'
      ? [
          { value: 'true', name: t('card.yes') },
          { value: 'false', name: t('card.no') },
        ]
      : (kind.values ?? []).map((value) => ({ value, name: value }));
  const isKnown = text === '' || choices.some(({ value }) => value === text);
  return (
    <>
      <option value="">{t('attributes.none')}</option>
      {choices.map(({ value, name }) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
      {!isKnown && <option value={text}>{text}</option>}
    </>
  );
}

import { useEffect, useState } from 'react';
import type { AttributeValue } from '#domain/drawing/feature.ts';
import { useText } from '#i18n/use-text.ts';
import { type AttributeKind, readValue, valueText } from './attribute-values.ts';
import { ValueInput } from './ValueInput.tsx';

interface AttributeInputProps {
  label: string;
  kind: AttributeKind;
  value: AttributeValue;
  disabled?: boolean;
  onCommit(value: AttributeValue): void;
}

/**
 * A value of an attribute that is kept when its field is left or Enter is pressed, at once where it is chosen. What the
 * type cannot be stays in the field, told as wrong, until Escape reverts it.
 */
export function AttributeInput({ label, kind, value, disabled = false, onCommit }: AttributeInputProps) {
  const { format } = useText();
  const shown =
    typeof value === 'number' ? valueText(value).replace('.', format.decimalMark) : valueText(value);
  const [text, setText] = useState(shown);
  useEffect(() => setText(shown), [shown]);
  const isChosen = kind.type === 'list' || kind.type === 'boolean';
  const keep = (next: string) => {
    const read = readValue(next, kind);
    if (next !== shown && 'value' in read) onCommit(read.value);
  };
  const read = readValue(text, kind);
  return (
    <ValueInput
      label={label}
      kind={kind}
      text={text}
      fault={text !== shown && 'fault' in read ? read.fault : null}
      disabled={disabled}
      onText={(next) => {
        setText(next);
        if (isChosen) keep(next);
      }}
      onLeave={() => keep(text)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') keep(text);
        else if (event.key === 'Escape' && text !== shown) {
          event.stopPropagation();
          setText(shown);
        }
      }}
    />
  );
}

import { useId, useState } from 'react';
import type { Editor } from '#core/editor.ts';
import { parseValue } from '#domain/drawing/entry/parse-value.ts';
import type { DrawingFeature } from '#domain/drawing/feature.ts';
import { AppError, type ErrorRecord } from '#domain/errors/app-error.ts';
import { unitSymbol } from '#domain/units/units.ts';
import { useText } from '#i18n/use-text.ts';
import { Button } from '#ui/Button.tsx';
import { Checkbox } from '#ui/Checkbox.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { SelectField } from '#ui/SelectField.tsx';
import { TextField } from '#ui/TextField.tsx';
import { takeNotice } from '../take-notice.ts';
import type { ChoiceName, EditField, EditForm, FieldName, FieldValues } from './edit-forms.ts';
import { firstValues } from './first-values.ts';

interface EditDialogProps {
  editor: Editor;
  form: EditForm;
  /** The selected features, in the order of selection. */
  features: readonly DrawingFeature[];
  onClose(): void;
}

type Fault = { readonly field: FieldName | null; readonly error: AppError | ErrorRecord };

/** Asks for the values of an edit. It stays open where the edit is refused, and says why. */
export function EditDialog({ editor, form, features, onClose }: EditDialogProps) {
  const { t, format, errorText } = useText();
  const formId = useId();
  const [texts, setTexts] = useState(() => firstValues(editor, form, features, format.decimalMark));
  const [fault, setFault] = useState<Fault | null>(null);
  const set = (name: FieldName, value: string) => {
    setTexts((before) => ({ ...before, [name]: value }));
    setFault(null);
  };
  const apply = async () => {
    let payload: ReturnType<EditForm['payload']>;
    try {
      payload = form.payload(readerOf(editor, form, texts, format.decimalMark === ','));
    } catch (error) {
      if (!(error instanceof FieldFault)) throw error;
      setFault({ field: error.field, error: error.error });
      return;
    }
    if (await editor.dispatch(form.id, payload as never, 'program')) onClose();
    else setFault({ field: null, error: takeNotice(editor) });
  };
  const said = fault && errorText(fault.error, 'errors.edit.value-empty');
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(form.labelKey)}
      {...(form.hint === null ? {} : { description: t(form.hint) })}
      closeLabel={t('close')}
      footer={
        <>
          <Button tone="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button tone="primary" type="submit" form={formId}>
            {t('edit.apply')}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void apply();
        }}
      >
        {form.fields.map((field) => (
          <Field
            key={field.name}
            field={field}
            value={texts[field.name] ?? ''}
            unit={unitOfField(editor, field)}
            error={fault?.field === field.name ? (said ?? undefined) : undefined}
            onChange={(value) => set(field.name, value)}
          />
        ))}
        {fault !== null && fault.field === null && (
          <p role="alert" className="py-1 text-bad text-sm">
            {said}
          </p>
        )}
      </form>
    </Dialog>
  );
}

interface FieldProps {
  field: EditField;
  value: string;
  unit: string;
  error: string | undefined;
  onChange(value: string): void;
}

function Field({ field, value, unit, error, onChange }: FieldProps) {
  const { t } = useText();
  const label = t(`editField.${field.name}`);
  if (field.kind === 'check') {
    return (
      <Checkbox label={label} checked={value === 'on'} onChange={(isOn) => onChange(isOn ? 'on' : '')} />
    );
  }
  if (field.kind === 'choice') {
    const options = field.options.map((option) => ({ value: option, label: t(`editChoice.${option}`) }));
    return <SelectField label={label} options={options} value={value as ChoiceName} onChange={onChange} />;
  }
  return (
    <TextField
      label={unit === '' ? label : `${label} (${unit})`}
      value={value}
      error={error}
      autoComplete="off"
      inputMode="text"
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

function unitOfField({ facts }: Editor, { kind }: EditField): string {
  if (kind === 'angle') return '°';
  const unit = kind === 'length' ? facts.horizontalUnit : kind === 'height' ? facts.verticalUnit : null;
  return unit === null ? '' : unitSymbol(unit);
}

/** What is wrong in a field. */
class FieldFault extends Error {
  readonly field: FieldName;
  readonly error: AppError;
  constructor(field: FieldName, error: AppError) {
    super(error.message);
    this.field = field;
    this.error = error;
  }
}

function readerOf(
  { facts, views }: Editor,
  form: EditForm,
  texts: Readonly<Record<string, string>>,
  hasDecimalComma: boolean,
): FieldValues {
  const entryForm = {
    order: views.workspace.entry.order,
    hasDecimalComma,
    horizontal: facts.horizontalUnit,
    vertical: facts.verticalUnit,
  };
  return {
    number(name) {
      const field = form.fields.find((each) => each.name === name);
      if (field === undefined || field.kind === 'choice' || field.kind === 'check') return Number.NaN;
      try {
        return parseValue(texts[name] ?? '', field.kind, entryForm);
      } catch (error) {
        if (error instanceof AppError) throw new FieldFault(name, error);
        throw error;
      }
    },
    choice: (name) => texts[name] as never,
    isOn: (name) => texts[name] === 'on',
    vertex: views.workspace.selectedVertex?.index ?? null,
  };
}

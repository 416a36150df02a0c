import { useId, useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Editor } from '#core/editor.ts';
import type { AttributeValue, DrawingFeature } from '#domain/drawing/feature.ts';
import type { AttributeDefinition } from '#domain/drawing/feature-code.ts';
import { useCodes } from '#editor-view/codes/use-codes.ts';
import { useFeatures } from '#editor-view/use-features.ts';
import { useText } from '#i18n/use-text.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { readValue, valueText } from './attribute-values.ts';
import { definitionsOf } from './definitions-of.ts';
import { ValueInput } from './ValueInput.tsx';

/** Asks for the attributes of the feature that was drawn last, where its code has some. */
export function AskAttributes({ editor }: { editor: Editor }) {
  const { askedFeatureId } = useSnapshot(editor.views.workspace);
  const features = useFeatures(editor);
  const codes = useCodes(editor);
  const feature = askedFeatureId === null ? undefined : features[askedFeatureId];
  const definitions = useMemo(() => (feature ? definitionsOf(feature, codes) : []), [feature, codes]);
  if (feature === undefined || definitions.length === 0) return null;
  return <Questions key={feature.id} editor={editor} feature={feature} definitions={definitions} />;
}

interface QuestionsProps {
  editor: Editor;
  feature: DrawingFeature;
  definitions: readonly AttributeDefinition[];
}

function Questions({ editor, feature, definitions }: QuestionsProps) {
  const { t, format } = useText();
  const formId = useId();
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>(() => {
    const { attributes = {} } = feature;
    const textOf = (value: AttributeValue) =>
      typeof value === 'number' ? valueText(value).replace('.', format.decimalMark) : valueText(value);
    return Object.fromEntries(definitions.map(({ name }) => [name, textOf(attributes[name] ?? null)]));
  });
  const [isTried, setTried] = useState(false);
  const read = definitions.map((definition) => ({
    definition,
    typed: readValue(texts[definition.name] ?? '', definition),
  }));
  const dismiss = () => void editor.dispatch('attributes.dismiss', null, 'panel');
  const save = () => {
    setTried(true);
    const given = new Map<string, AttributeValue>(Object.entries(feature.attributes ?? {}));
    for (const { definition, typed } of read) {
      if ('fault' in typed) return;
      given.set(definition.name, typed.value);
    }
    void editor.dispatch('feature.attributes', { id: feature.id, attributes: [...given] }, 'panel');
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && dismiss()}
      title={t('attributes.ask', { code: feature.code, name: feature.name })}
      closeLabel={t('close')}
      footer={
        <>
          <Button tone="quiet" onClick={dismiss}>
            {t('attributes.later')}
          </Button>
          <Button tone="primary" type="submit" form={formId}>
            {t('save')}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        {read.map(({ definition, typed }) => (
          <div key={definition.name} className="flex flex-col gap-1 py-1">
            <span className="break-words text-ink-soft text-sm">{definition.name}</span>
            <ValueInput
              label={definition.name}
              kind={definition}
              text={texts[definition.name] ?? ''}
              fault={isTried && 'fault' in typed ? typed.fault : null}
              onText={(text) => setTexts((before) => ({ ...before, [definition.name]: text }))}
            />
          </div>
        ))}
      </form>
    </Dialog>
  );
}

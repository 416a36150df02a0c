import { type ReactNode, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Editor } from '#core/editor.ts';
import { inRankOrder } from '#domain/drawing/document.ts';
import { codeKinds, type FeatureCode } from '#domain/drawing/feature-code.ts';
import type { DrawingLayer } from '#domain/drawing/layer.ts';
import { type LineType, lineTypes } from '#domain/formats/exchange-model.ts';
import { useText } from '#i18n/use-text.ts';
import { Button } from '#ui/Button.tsx';
import { Checkbox } from '#ui/Checkbox.tsx';
import { SelectField } from '#ui/SelectField.tsx';
import { TextField } from '#ui/TextField.tsx';
import { SymbolField } from '../symbols/SymbolField.tsx';
import { takeNotice } from '../take-notice.ts';
import { AttributeDefinitions } from './AttributeDefinitions.tsx';
import { ColourField } from './ColourField.tsx';
import { type CodeDraft, draftOf, entryOf, faultsOf } from './code-draft.ts';

interface CodeFormProps {
  editor: Editor;
  /** Null: a new one. */
  code: FeatureCode | null;
  /** Features that name it. */
  uses: number;
  canEdit: boolean;
  onClose(): void;
  /** Beside the buttons. */
  children?: ReactNode;
}

/** What a code means: its look, its layer, what it is drawn as and asks for. One step of undo when it is saved. */
export function CodeForm({ editor, code, uses, canEdit, onClose, children }: CodeFormProps) {
  const { t, errorText } = useText();
  const [draft, setDraft] = useState(() => draftOf(code));
  const [isRenaming, setRenaming] = useState(true);
  const [isTried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<unknown>(null);
  const layers = inRankOrder(useSnapshot(editor.views.document).layers as Record<string, DrawingLayer>);
  const faults = isTried ? faultsOf(draft) : null;
  const set = (part: Partial<CodeDraft>) => {
    setDraft((before) => ({ ...before, ...part }));
    setRefusal(null);
  };
  const save = async () => {
    setTried(true);
    if (faultsOf(draft) !== null) return;
    const entry = entryOf(draft);
    const isDone =
      code === null
        ? await editor.dispatch('code.add', { entry }, 'program')
        : await editor.dispatch('code.update', { id: code.id, entry, isRenaming }, 'program');
    if (isDone) onClose();
    else setRefusal(takeNotice(editor));
  };
  const codeFault = faults?.code ?? (refusal === null ? undefined : null);
  const isRenamed = code !== null && draft.code.trim() !== code.code;
  return (
    <form
      noValidate
      className="flex min-h-full flex-col"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <div className="flex flex-1 flex-col px-4 py-3">
        <TextField
          label={t('codes.code')}
          value={draft.code}
          maxLength={255}
          error={
            codeFault === undefined
              ? undefined
              : codeFault === null
                ? errorText(refusal, 'unknownError')
                : t(codeFault)
          }
          onChange={({ target }) => set({ code: target.value })}
        />
        {isRenamed && uses > 0 && (
          <Checkbox label={t('codes.rename')} checked={isRenaming} onChange={setRenaming} />
        )}
        <TextField
          label={t('codes.name')}
          value={draft.name}
          maxLength={255}
          onChange={({ target }) => set({ name: target.value })}
        />
        <Kinds kinds={draft.kinds} onChange={(kinds) => set({ kinds })} />
        <SymbolField label={t('codes.symbol')} value={draft.symbol} onChange={(symbol) => set({ symbol })} />
        <ColourField
          label={t('codes.ownColour')}
          colourLabel={t('codes.colour')}
          value={draft.colour}
          onChange={(colour) => set({ colour })}
        />
        <SelectField<LineType | ''>
          label={t('codes.lineType')}
          value={draft.lineType ?? ''}
          options={[
            { value: '', label: t('codes.layersLineType') },
            ...lineTypes.map((value) => ({ value, label: t(`lineType.${value}`) })),
          ]}
          onChange={(lineType) => set({ lineType: lineType === '' ? null : lineType })}
        />
        <TextField
          label={t('codes.layer')}
          hint={t('codes.layerHint')}
          value={draft.layer}
          maxLength={255}
          list="code-layers"
          onChange={({ target }) => set({ layer: target.value })}
        />
        <datalist id="code-layers">
          {layers.map(({ id, name }) => (
            <option key={id} value={name} />
          ))}
        </datalist>
        <AttributeDefinitions
          attributes={draft.attributes}
          faults={faults?.attributes ?? new Map()}
          onChange={(attributes) => set({ attributes })}
        />
      </div>
      <footer className="sticky bottom-0 flex items-center justify-end gap-2 border-line border-t bg-panel p-3">
        {canEdit && children}
        <Button onClick={onClose}>{t(canEdit ? 'cancel' : 'close')}</Button>
        {canEdit && (
          <Button tone="primary" type="submit">
            {t('save')}
          </Button>
        )}
      </footer>
    </form>
  );
}

function Kinds({
  kinds,
  onChange,
}: {
  kinds: CodeDraft['kinds'];
  onChange(kinds: CodeDraft['kinds']): void;
}) {
  const { t } = useText();
  return (
    <fieldset className="pb-1">
      <legend className="text-ink-soft text-sm">{t('codes.types')}</legend>
      <div className="grid grid-cols-2">
        {codeKinds.map((kind) => (
          <Checkbox
            key={kind}
            label={t(`tool.${kind}`)}
            checked={kinds.includes(kind)}
            onChange={(isTaken) =>
              onChange(codeKinds.filter((one) => (one === kind ? isTaken : kinds.includes(one))))
            }
          />
        ))}
      </div>
      {kinds.length === 0 && <p className="text-ink-faint text-sm">{t('codes.typesHint')}</p>}
    </fieldset>
  );
}

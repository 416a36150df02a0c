import { Plus, Trash2 } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Editor } from '#core/editor.ts';
import type { AttributeValue, DrawingFeature } from '#domain/drawing/feature.ts';
import { type AttributeType, attributeTypes } from '#domain/drawing/feature-code.ts';
import { useCodes } from '#editor-view/codes/use-codes.ts';
import { useText } from '#i18n/use-text.ts';
import type { TextKey } from '#locales/texts.ts';
import { Button } from '#ui/Button.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { SelectField } from '#ui/SelectField.tsx';
import { TextField } from '#ui/TextField.tsx';
import { AttributeInput } from './AttributeInput.tsx';
import { kindOfValue, readValue } from './attribute-values.ts';
import { definitionsOf } from './definitions-of.ts';
import { ValueInput } from './ValueInput.tsx';

type Entries = readonly (readonly [name: string, value: AttributeValue])[];

/** The attributes of a feature, those of its codes first asked for: each is changed, renamed and removed in one step. */
export function AttributeList({ editor, feature }: { editor: Editor; feature: DrawingFeature }) {
  const { t } = useText();
  const codes = useCodes(editor);
  const [isAdding, setAdding] = useState(false);
  const { save } = useSnapshot(editor.views.status);
  const { layers } = useSnapshot(editor.views.document);
  const definitions = useMemo(() => definitionsOf(feature, codes), [feature, codes]);
  const entries: Entries = Object.entries(feature.attributes ?? {});
  const canEdit =
    editor.facts.canEdit && save.kind !== 'read-only' && layers[feature.layerId]?.isLocked !== true;
  const names = new Set([...entries.map(([name]) => name), ...definitions.map(({ name }) => name)]);
  const given = new Map(entries);
  const keep = (attributes: Entries) =>
    void editor.dispatch('feature.attributes', { id: feature.id, attributes }, 'panel');
  const set = (name: string, value: AttributeValue) => keep([...new Map([...given, [name, value]])]);
  const rename = (from: string, to: string) =>
    keep(entries.map(([name, value]) => [name === from ? to : name, value] as const));
  if (names.size === 0 && !canEdit) return null;
  return (
    <section aria-label={t('attributes.title')} className="mt-2 border-line border-t pt-2">
      <header className="flex min-h-8 items-center justify-between">
        <h4 className="font-medium text-ink-soft text-sm">{t('attributes.title')}</h4>
        {canEdit && (
          <IconButton label={t('attributes.add')} icon={<Plus />} onClick={() => setAdding(true)} />
        )}
      </header>
      <ul>
        {[...names].map((name) => {
          const definition = definitions.find((one) => one.name === name);
          const value = given.get(name) ?? null;
          return (
            <li
              key={name}
              className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)_2rem] items-start gap-1 py-0.5 pointer-coarse:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_2.75rem]"
            >
              <NameInput
                name={name}
                others={names}
                isFixed={!canEdit || definition !== undefined || !given.has(name)}
                onRename={(to) => rename(name, to)}
              />
              <AttributeInput
                label={name}
                kind={definition ?? kindOfValue(value)}
                value={value}
                disabled={!canEdit}
                onCommit={(next) => set(name, next)}
              />
              {canEdit && given.has(name) && (
                <IconButton
                  label={t('attributes.remove', { name })}
                  icon={<Trash2 />}
                  onClick={() => keep(entries.filter(([one]) => one !== name))}
                />
              )}
            </li>
          );
        })}
      </ul>
      {isAdding && (
        <NewAttribute
          names={names}
          onClose={() => setAdding(false)}
          onAdd={(name, value) => {
            setAdding(false);
            set(name, value);
          }}
        />
      )}
    </section>
  );
}

interface NameInputProps {
  name: string;
  others: ReadonlySet<string>;
  isFixed: boolean;
  onRename(name: string): void;
}

/** The name of an attribute; a name that is empty or taken goes back to what it was. */
function NameInput({ name, others, isFixed, onRename }: NameInputProps) {
  const { t } = useText();
  if (isFixed) return <span className="min-w-0 break-words py-2 pr-1 text-ink-soft text-sm">{name}</span>;
  return (
    <input
      defaultValue={name}
      aria-label={t('attributes.nameOf', { name })}
      maxLength={255}
      onBlur={({ target }) => {
        const next = target.value.trim();
        if (next === '' || next === '__proto__' || (next !== name && others.has(next))) target.value = name;
        else if (next !== name) onRename(next);
      }}
      onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
      className="h-9 w-full min-w-0 truncate rounded-sm bg-transparent pr-1 text-ink-soft text-sm hover:bg-hover focus:bg-panel pointer-coarse:h-11"
    />
  );
}

interface NewAttributeProps {
  names: ReadonlySet<string>;
  onAdd(name: string, value: AttributeValue): void;
  onClose(): void;
}

function NewAttribute({ names, onAdd, onClose }: NewAttributeProps) {
  const { t } = useText();
  const formId = useId();
  const [name, setName] = useState('');
  const [type, setType] = useState<FreeType>('text');
  const [text, setText] = useState('');
  const [isTried, setTried] = useState(false);
  const typed = readValue(text, { type });
  const nameFault: TextKey | null =
    name.trim() === '' || name.trim() === '__proto__'
      ? 'attributes.unnamed'
      : names.has(name.trim())
        ? 'attributes.twice'
        : null;
  const add = () => {
    setTried(true);
    if (nameFault === null && 'value' in typed) onAdd(name.trim(), typed.value);
  };
  return (
    <form
      id={formId}
      noValidate
      className="mt-1 rounded-md border border-line p-2"
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <TextField
        label={t('attributes.name')}
        value={name}
        maxLength={255}
        error={isTried && nameFault !== null ? t(nameFault) : undefined}
        onChange={({ target }) => setName(target.value)}
      />
      <SelectField<FreeType>
        label={t('codes.attributeType')}
        value={type}
        options={freeTypes.map((value) => ({ value, label: t(`attributeType.${value}`) }))}
        onChange={(next) => {
          setType(next);
          setText('');
        }}
      />
      <span className="text-ink-soft text-sm">{t('attributes.value')}</span>
      <ValueInput
        label={t('attributes.value')}
        kind={{ type }}
        text={text}
        fault={isTried && 'fault' in typed ? typed.fault : null}
        onText={setText}
      />
      <div className="mt-2 flex justify-end gap-2">
        <Button tone="quiet" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button type="submit">{t('attributes.addIt')}</Button>
      </div>
    </form>
  );
}

/** Types that need no choices. */
type FreeType = Exclude<AttributeType, 'list'>;
const freeTypes = attributeTypes.filter((type): type is FreeType => type !== 'list');

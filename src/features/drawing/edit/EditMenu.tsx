import { Pencil } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useState } from 'react';
import type { Editor } from '#core/editor.ts';
import { pickTools } from '#core/state/pick-tools.ts';
import type { DrawingFeature } from '#domain/drawing/feature.ts';
import { useText } from '#i18n/use-text.ts';
import { Button } from '#ui/Button.tsx';
import { CleanDialog } from './CleanDialog.tsx';
import { EditDialog } from './EditDialog.tsx';
import { type EditForm, editForms } from './edit-forms.ts';

const groups = ['lines', 'places', 'elevations', 'areas'] as const;

interface EditMenuProps {
  editor: Editor;
  /** The selected features, in the order of selection. */
  features: readonly DrawingFeature[];
}

/** Edits of the selected features: those without questions are done at once, the others ask in a dialog. */
export function EditMenu({ editor, features }: EditMenuProps) {
  const { t } = useText();
  const [isOpen, setOpen] = useState(false);
  const [asked, setAsked] = useState<EditForm | 'clean' | null>(null);
  const choose = (form: EditForm) => {
    setOpen(false);
    if (form.fields.length > 0) setAsked(form);
    else void editor.dispatch(form.id, null as never, 'panel');
  };
  return (
    <>
      <Popover.Root open={isOpen} onOpenChange={setOpen}>
        <Popover.Trigger asChild>
          <Button icon={<Pencil className="size-4" />}>{t('edit.menu')}</Button>
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Content
            role="dialog"
            aria-label={t('edit.title')}
            sideOffset={8}
            collisionPadding={8}
            className="elevated z-40 flex max-h-(--radix-popover-content-available-height) w-96 max-w-[calc(100vw-16px)] animate-enter flex-col gap-2 overflow-y-auto rounded-lg p-2"
          >
            <fieldset className="grid grid-cols-2 gap-x-1">
              <legend className="px-2 py-1 text-ink-soft text-sm">{t('editGroup.picked')}</legend>
              {pickTools.map((tool) => (
                <Choice
                  key={tool}
                  name={t(`tool.${tool}`)}
                  isDisabled={false}
                  onChoose={() => {
                    setOpen(false);
                    void editor.dispatch('tool.choose', { tool }, 'panel');
                  }}
                />
              ))}
            </fieldset>
            {groups.map((group) => (
              <fieldset key={group} className="grid grid-cols-2 gap-x-1">
                <legend className="px-2 py-1 text-ink-soft text-sm">{t(`editGroup.${group}`)}</legend>
                {editForms
                  .filter((form) => form.group === group)
                  .map((form) => (
                    <Choice
                      key={form.id}
                      name={t(form.labelKey)}
                      isDisabled={!form.fits(features)}
                      onChoose={() => choose(form)}
                    />
                  ))}
                {group === 'areas' && (
                  <Choice
                    name={t('command.edit.clean')}
                    isDisabled={false}
                    onChoose={() => {
                      setOpen(false);
                      setAsked('clean');
                    }}
                  />
                )}
              </fieldset>
            ))}
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
      {asked === 'clean' && (
        <CleanDialog editor={editor} features={features} onClose={() => setAsked(null)} />
      )}
      {asked !== null && asked !== 'clean' && (
        <EditDialog editor={editor} form={asked} features={features} onClose={() => setAsked(null)} />
      )}
    </>
  );
}

function Choice({ name, isDisabled, onChoose }: { name: string; isDisabled: boolean; onChoose(): void }) {
  return (
    <button
      type="button"
      disabled={isDisabled}
      onClick={onChoose}
      className="min-h-8 rounded-md px-2 text-left hover:bg-hover active:bg-pressed disabled:pointer-events-none disabled:text-ink-faint pointer-coarse:min-h-11"
    >
      {name}
    </button>
  );
}

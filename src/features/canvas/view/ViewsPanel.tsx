import { NotebookText, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import type { LookFrom } from '#core/commands/camera-commands.ts';
import type { Editor } from '#core/editor.ts';
import { inRankOrder, type SavedView } from '#domain/drawing/document.ts';
import { hasTwoPanes } from '#domain/view/view-mode.ts';
import { useText } from '#i18n/use-text.ts';
import { Button } from '#ui/Button.tsx';
import { Checkbox } from '#ui/Checkbox.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Section } from '#ui/Section.tsx';
import { fieldClass } from '#ui/TextField.tsx';
import { CommandButton } from '../commands/CommandButton.tsx';
import { ProfileButton } from '../profile/ProfileButton.tsx';
import { SnapshotSections } from '../snapshot/SnapshotSections.tsx';

const sides: readonly LookFrom[] = ['top', 'south', 'west', 'north', 'east'];

/** Standard views, previous and next view, flying, and the views saved with the drawing. */
export function ViewsPanel({ editor }: { editor: Editor }) {
  const { t } = useText();
  return (
    <>
      <Section title={t('views.look')} actions={<ViewHistoryButtons editor={editor} />}>
        <div className="grid grid-cols-5 gap-1">
          {sides.map((from) => (
            <Button
              key={from}
              className="px-1"
              onClick={() => void editor.dispatch('camera.look', { from }, 'panel')}
            >
              {t(`views.look.${from}`)}
            </Button>
          ))}
        </div>
        <PhoneSwitches editor={editor} />
      </Section>
      <div className="flex items-center justify-between border-line border-b px-4 py-2 sm:hidden">
        <h3 className="font-semibold text-sm">{t('command.profile.open')}</h3>
        <ProfileButton editor={editor} />
      </div>
      <InWords editor={editor} />
      <SavedViews editor={editor} />
      <Moving editor={editor} />
      <SnapshotSections editor={editor} />
    </>
  );
}

/** Opens the description where the tool strip has no space for its button. */
function InWords({ editor }: { editor: Editor }) {
  const { t } = useText();
  return (
    <div className="border-line border-b px-4 py-2 sm:hidden">
      <Button
        icon={<NotebookText className="size-4" />}
        className="w-full"
        onClick={() => void editor.dispatch('overlay.toggle', { overlay: 'description' }, 'panel')}
      >
        {t('describe.title')}
      </Button>
    </div>
  );
}

/** Commands that do not fit the bar over the view on a phone. */
function PhoneSwitches({ editor }: { editor: Editor }) {
  const { t } = useText();
  const { viewMode, cameraMode, isParallel, isLocked } = useSnapshot(editor.views.workspace);
  return (
    <div className="mt-2 compact:block hidden">
      <Checkbox
        label={t('command.camera.parallel')}
        checked={cameraMode === '3d' && isParallel}
        onChange={(next) => void editor.dispatch('camera.parallel', { isParallel: next }, 'panel')}
      />
      {hasTwoPanes(viewMode) && (
        <Checkbox
          label={t('command.view.lock')}
          checked={isLocked}
          onChange={(next) => void editor.dispatch('view.lock', { isLocked: next }, 'panel')}
        />
      )}
    </div>
  );
}

function ViewHistoryButtons({ editor }: { editor: Editor }) {
  return (
    <div className="flex gap-1">
      <CommandButton editor={editor} label="command.view.back" />
      <CommandButton editor={editor} label="command.view.forward" />
    </div>
  );
}

function SavedViews({ editor }: { editor: Editor }) {
  const { t } = useText();
  const { views } = useSnapshot(editor.views.document);
  // Permissions change with the save state.
  useSnapshot(editor.views.status);
  const ordered = inRankOrder(views as Record<string, SavedView>);
  const canEdit = editor.isEnabled('view.save', { name: '' });
  return (
    <Section title={t('views.saved')}>
      {ordered.length === 0 && <p className="text-ink-soft text-sm">{t('views.none')}</p>}
      <ul>
        {ordered.map(({ id, name }) => (
          <li key={id} className="flex items-center justify-between gap-2">
            <Button
              tone="quiet"
              className="-ml-3 min-w-0 flex-1 justify-start"
              aria-label={t('views.show', { name })}
              onClick={() => void editor.dispatch('view.show', { id }, 'panel')}
            >
              <span className="truncate">{name}</span>
            </Button>
            {canEdit && (
              <IconButton
                label={t('views.delete', { name })}
                icon={<Trash2 />}
                onClick={() => void editor.dispatch('view.delete', { id }, 'panel')}
              />
            )}
          </li>
        ))}
      </ul>
      {canEdit && <SaveView editor={editor} number={ordered.length + 1} />}
    </Section>
  );
}

function SaveView({ editor, number }: { editor: Editor; number: number }) {
  const { t } = useText();
  const [name, setName] = useState('');
  const fallback = t('views.defaultName', { number });
  return (
    <form
      className="mt-3 flex items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void editor.dispatch('view.save', { name: name.trim() || fallback }, 'panel');
        setName('');
      }}
    >
      <input
        value={name}
        onChange={(event) => setName(event.target.value)}
        aria-label={t('views.name')}
        placeholder={fallback}
        maxLength={120}
        className={fieldClass}
      />
      <Button type="submit" className="h-9">
        {t('views.save')}
      </Button>
    </form>
  );
}

function Moving({ editor }: { editor: Editor }) {
  const { t } = useText();
  const { isFlying } = useSnapshot(editor.views.workspace);
  return (
    <Section title={t('views.moving')}>
      <Button
        icon={<Send className="size-4" />}
        aria-pressed={isFlying}
        onClick={() => void editor.dispatch('camera.fly', { isFlying: !isFlying }, 'panel')}
        className="aria-pressed:bg-accent-soft aria-pressed:text-accent-ink"
      >
        {t('views.fly')}
      </Button>
      <p className="mt-2 text-ink-soft text-sm">{t('views.flyHint')}</p>
      <p className="mt-2 text-ink-soft text-sm">{t('views.keysHint')}</p>
    </Section>
  );
}

import { Link2, Unlink2 } from 'lucide-react';
import { useSnapshot } from 'valtio';
import type { Editor } from '#core/editor.ts';
import { hasTwoPanes } from '#domain/view/view-mode.ts';
import { useText } from '#i18n/use-text.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { CommandButton } from '../commands/CommandButton.tsx';
import { type ModeChoice, ModePicker } from './ModePicker.tsx';
import { ViewModePicker } from './ViewModePicker.tsx';

/** View mode and displayed product, and camera moves without a gesture. */
export function CameraBar({ editor, choice }: { editor: Editor; choice: ModeChoice }) {
  const { t } = useText();
  const { viewMode, isLocked } = useSnapshot(editor.views.workspace);
  return (
    <div className="pointer-events-auto flex min-w-0 flex-wrap items-center gap-1 rounded-lg compact:flex-nowrap border border-line bg-panel p-1 max-sm:grow-2 max-sm:basis-0 max-sm:gap-0 max-sm:p-0 max-sm:[&>*]:grow max-sm:[&>*]:basis-0">
      <ModePicker
        {...choice}
        className="h-8 min-w-0 max-w-44 rounded-md border-0 bg-transparent px-2 font-medium text-ink text-sm hover:bg-hover compact:hidden pointer-coarse:h-11"
      />
      <ViewModePicker editor={editor} />
      {hasTwoPanes(viewMode) && (
        <IconButton
          label={t('command.view.lock')}
          icon={isLocked ? <Link2 /> : <Unlink2 />}
          aria-pressed={isLocked}
          className="compact:hidden"
          onClick={() => void editor.dispatch('view.lock', { isLocked: !isLocked }, 'panel')}
        />
      )}
      <CommandButton editor={editor} label="command.camera.parallel" className="compact:hidden" />
      <CommandButton editor={editor} label="canvas.fit" />
      <CommandButton editor={editor} label="canvas.fitSelection" className="compact:hidden" />
      <CommandButton editor={editor} label="canvas.zoomIn" className="compact:hidden" />
      <CommandButton editor={editor} label="canvas.zoomOut" className="compact:hidden" />
    </div>
  );
}

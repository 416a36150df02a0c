import { Box, Focus, Maximize, Minus, Plus } from 'lucide-react';
import { useSnapshot } from 'valtio';
import type { Editor } from '#core/editor.ts';
import type { CameraMode } from '#domain/view/camera.ts';
import { useText } from '#i18n/use-text.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { Segmented } from '#ui/Segmented.tsx';
import { type ModeChoice, ModePicker } from './ModePicker.tsx';

/** 2D and 3D with one camera, and the moves that have no gesture. */
export function CameraBar({ editor, choice }: { editor: Editor; choice: ModeChoice }) {
  const { t } = useText();
  const { cameraMode, isParallel, selection } = useSnapshot(editor.views.workspace);
  return (
    <div className="pointer-events-auto flex items-center gap-1 rounded-lg border border-line bg-panel p-1 max-sm:gap-0 max-sm:p-0.5">
      <ModePicker {...choice} />
      <Segmented<CameraMode>
        label={t('canvas.view')}
        value={cameraMode}
        onChange={(mode) => void editor.dispatch('camera.mode', { mode }, 'panel')}
        options={[
          { value: '2d', label: t('canvas.view2d') },
          { value: '3d', label: t('canvas.view3d') },
        ]}
      />
      <IconButton
        label={t('command.camera.parallel')}
        icon={<Box />}
        shortcut="O"
        aria-pressed={cameraMode === '3d' && isParallel}
        onClick={() => void editor.dispatch('camera.parallel', { isParallel: !isParallel }, 'panel')}
        className="max-sm:hidden"
      />
      <IconButton
        label={t('canvas.fit')}
        icon={<Maximize />}
        shortcut="F"
        onClick={() => void editor.dispatch('camera.fit', { target: 'all' }, 'panel')}
      />
      <IconButton
        label={t('canvas.fitSelection')}
        icon={<Focus />}
        shortcut="Shift F"
        disabled={selection.length === 0}
        className="max-sm:hidden"
        onClick={() => void editor.dispatch('camera.fit', { target: 'selection' }, 'panel')}
      />
      <IconButton
        label={t('canvas.zoomIn')}
        icon={<Plus />}
        shortcut="+"
        className="max-sm:hidden"
        onClick={() => void editor.dispatch('camera.zoom', { factor: 1.5 }, 'panel')}
      />
      <IconButton
        label={t('canvas.zoomOut')}
        icon={<Minus />}
        shortcut="-"
        className="max-sm:hidden"
        onClick={() => void editor.dispatch('camera.zoom', { factor: 1 / 1.5 }, 'panel')}
      />
    </div>
  );
}

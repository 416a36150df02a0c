import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { OverlayPatch } from '#core/commands/overlay-commands.ts';
import type { Editor } from '#core/editor.ts';
import { type DrawingOverlay, type OverlayFit, overlayFits } from '#domain/drawing/overlay.ts';
import { Figure, FigureRow } from '#editor-view/figures.tsx';
import { useText } from '#i18n/use-text.ts';
import { Button } from '#ui/Button.tsx';
import { SelectField } from '#ui/SelectField.tsx';
import { TextField } from '#ui/TextField.tsx';
import { PairList } from './PairList.tsx';
import { PictureView } from './PictureView.tsx';
import { usePlacement } from './use-placement.ts';

interface OverlayEditorProps {
  editor: Editor;
  overlay: DrawingOverlay;
}

/** Places an overlay: its picture with the picked places, the pairs with their residuals, and the fit. */
export function OverlayEditor({ editor, overlay }: OverlayEditorProps) {
  const { t, errorText } = useText();
  const placement = usePlacement(overlay);
  const { overlayEditing: editing } = useSnapshot(editor.views.workspace);
  const [name, setName] = useState(overlay.name);
  useEffect(() => setName(overlay.name), [overlay.name]);
  const [refusal, setRefusal] = useState<unknown>(null);
  const { id } = overlay;
  const update = (patch: OverlayPatch) => void editor.dispatch('overlay.update', { id, patch }, 'panel');
  const isNameless = name.trim() === '';
  const finish = () => {
    if (isNameless) return;
    if (placement.kind === 'unplaced') setRefusal(placement.error);
    else void editor.dispatch('overlay.edit', { id: null }, 'panel');
  };
  const isPicking = overlay.fit !== 'file';
  const hint = !isPicking
    ? t('overlays.byFile')
    : editing?.pairId != null
      ? t('overlays.pickAgain')
      : t(editing?.pending ? 'overlays.pickSite' : 'overlays.pickImage');
  return (
    <div className="flex min-h-full flex-col">
      <div className="flex flex-1 flex-col gap-2 px-4 py-3">
        <PictureView editor={editor} overlay={overlay} />
        <output className="text-ink-soft text-sm">{hint}</output>
        <TextField
          label={t('overlays.nameLabel')}
          value={name}
          error={isNameless ? t('errors.overlay.no-name') : undefined}
          onChange={({ target }) => setName(target.value)}
          onBlur={() => !isNameless && name.trim() !== overlay.name && update({ name })}
        />
        <SelectField<OverlayFit>
          label={t('overlays.fit')}
          value={overlay.fit}
          options={overlayFits
            .filter((fit) => fit !== 'file' || overlay.image.isPlaced)
            .map((fit) => ({
              value: fit,
              label: t(`overlays.fits.${fit}`),
            }))}
          onChange={(fit) => {
            setRefusal(null);
            update({ fit });
          }}
        />
        {isPicking && (
          <PairList
            editor={editor}
            overlay={overlay}
            placement={placement.kind === 'placed' ? placement.placement : null}
          />
        )}
        {placement.kind === 'placed' && (
          <>
            <dl>
              <FigureRow name={t('overlays.rms')} strong>
                <Figure kind="length" value={placement.placement.rms} units={editor.facts} />
              </FigureRow>
            </dl>
            {placement.placement.redundancy === 0 && (
              <p className="text-ink-soft text-sm">{t('overlays.noRedundancy')}</p>
            )}
          </>
        )}
        {placement.kind === 'unplaced' && (
          <p role={refusal === null ? undefined : 'alert'} className="break-words text-sm text-warn">
            {errorText(placement.error, 'unknownError')}
          </p>
        )}
      </div>
      <footer className="sticky bottom-0 flex justify-end gap-2 border-line border-t bg-panel p-3">
        <Button onClick={() => void editor.dispatch('overlay.edit', { id: null }, 'panel')}>
          {t('overlays.later')}
        </Button>
        <Button tone="primary" disabled={isNameless} onClick={finish}>
          {t('overlays.done')}
        </Button>
      </footer>
    </div>
  );
}

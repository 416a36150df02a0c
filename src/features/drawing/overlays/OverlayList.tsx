import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Editor } from '#core/editor.ts';
import { inRankOrder } from '#domain/drawing/document.ts';
import type { DrawingOverlay } from '#domain/drawing/overlay.ts';
import { useText } from '#i18n/use-text.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { ProgressBar } from '#ui/Progress.tsx';
import { OverlayRow } from './OverlayRow.tsx';
import { useAddOverlay } from './use-add-overlay.ts';

/** Pictures over the site, the uppermost first, and the button that adds one. */
export function OverlayList({ editor }: { editor: Editor }) {
  const { t, errorText } = useText();
  const { overlays } = useSnapshot(editor.views.document);
  const { save } = useSnapshot(editor.views.status);
  const input = useRef<HTMLInputElement>(null);
  const [isRefused, setRefused] = useState(false);
  const adding = useAddOverlay(editor);
  const canEdit = editor.facts.canEdit && save.kind !== 'read-only';
  const ordered = inRankOrder(overlays as Record<string, DrawingOverlay>).reverse();
  return (
    <section aria-label={t('overlays.title')} className="border-line border-b px-3 py-3">
      <header className="mb-1 flex items-center justify-between pl-1">
        <h3 className="font-semibold text-sm">{t('overlays.title')}</h3>
        <input
          ref={input}
          type="file"
          hidden
          accept=".png,.jpg,.jpeg,.tif,.tiff"
          onChange={({ target }) => {
            const file = target.files?.[0];
            target.value = '';
            if (file) void adding.add(file);
          }}
        />
        <IconButton
          label={t('command.overlay.add')}
          icon={<Plus />}
          disabled={adding.state.kind === 'adding'}
          onClick={() => (canEdit ? input.current?.click() : setRefused(true))}
        />
      </header>
      {isRefused && (
        <p role="alert" className="px-1 py-1 text-sm text-warn">
          {t('overlays.viewOnly')}
        </p>
      )}
      {adding.state.kind === 'adding' && (
        <div className="px-1 py-2">
          <output className="mb-1 flex items-center justify-between gap-2 text-ink-soft text-sm">
            <span className="min-w-0 truncate">{t('overlays.adding', { name: adding.state.name })}</span>
            <button type="button" className="text-accent-ink hover:underline" onClick={adding.cancel}>
              {t('cancel')}
            </button>
          </output>
          <ProgressBar
            value={adding.state.fraction}
            label={t('overlays.adding', { name: adding.state.name })}
          />
        </div>
      )}
      {adding.state.kind === 'failed' && (
        <p role="alert" className="break-words px-1 py-1 text-bad text-sm">
          {errorText(adding.state.error, 'unknownError')}
        </p>
      )}
      {ordered.length === 0 && adding.state.kind !== 'adding' && (
        <p className="px-1 text-ink-soft text-sm">{t('overlays.none')}</p>
      )}
      <ul>
        {ordered.map((overlay) => (
          <OverlayRow key={overlay.id} editor={editor} overlay={overlay} canEdit={canEdit} />
        ))}
      </ul>
    </section>
  );
}

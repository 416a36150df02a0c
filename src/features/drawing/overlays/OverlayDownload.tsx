import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Editor } from '#core/editor.ts';
import type { DrawingOverlay } from '#domain/drawing/overlay.ts';
import { useText } from '#i18n/use-text.ts';
import { Button } from '#ui/Button.tsx';
import { ProgressBar } from '#ui/Progress.tsx';

type DownloadState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'writing'; readonly fraction: number }
  | { readonly kind: 'failed'; readonly error: unknown };

/** Downloads a placed overlay as a GeoTIFF; a press while it is written cancels it. */
export function OverlayDownload({ editor, overlay }: { editor: Editor; overlay: DrawingOverlay }) {
  const { t, errorText } = useText();
  const [state, setState] = useState<DownloadState>({ kind: 'idle' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const write = async () => {
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    setState({ kind: 'writing', fraction: 0 });
    try {
      await editor.overlayImages?.save(
        overlay,
        signal,
        (fraction) => !signal.aborted && setState({ kind: 'writing', fraction }),
      );
      if (!signal.aborted) setState({ kind: 'idle' });
    } catch (error) {
      if (!signal.aborted) setState({ kind: 'failed', error });
    }
  };
  const cancel = () => {
    running.current?.abort();
    setState({ kind: 'idle' });
  };
  return (
    <div className="py-1">
      {state.kind === 'writing' ? (
        <>
          <ProgressBar value={state.fraction} label={t('overlays.writing')} className="mb-2" />
          <Button onClick={cancel}>{t('cancel')}</Button>
        </>
      ) : (
        <Button icon={<Download className="size-4" />} onClick={() => void write()}>
          {t('overlays.download')}
        </Button>
      )}
      {state.kind === 'failed' && (
        <p role="alert" className="break-words text-bad text-sm">
          {errorText(state.error, 'unknownError')}
        </p>
      )}
    </div>
  );
}

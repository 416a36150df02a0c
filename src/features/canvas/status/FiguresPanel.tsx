import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Editor } from '#core/editor.ts';
import { useText } from '#i18n/use-text.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { pointPaths } from '#viewport/display.ts';
import { deviceOwners, type ViewportFigures } from '#viewport/viewport-types.ts';
import { usePanel } from '../use-panel.ts';

const renewMs = 500;
const bytesPerMegabyte = 2 ** 20;

/** Performance figures of the view: frame times, and counts of what is drawn, loading and cached. */
export function FiguresPanel({ editor }: { editor: Editor }) {
  const { overlay } = useSnapshot(editor.views.workspace);
  return overlay === 'figures' ? <Panel editor={editor} /> : null;
}

function Panel({ editor }: { editor: Editor }) {
  const { t } = useText();
  const close = () => void editor.dispatch('overlay.toggle', { overlay: 'figures' }, 'panel');
  const panel = usePanel<HTMLElement>(editor, close);
  return (
    <aside
      {...panel}
      aria-label={t('figures.title')}
      className="elevated absolute bottom-2 left-2 z-10 max-h-[calc(100%-1rem)] w-80 max-w-[calc(100%-1rem)] overflow-y-auto rounded-lg p-3 text-sm sm:left-16"
    >
      <header className="flex items-center justify-between pb-1">
        <h2 className="font-semibold">{t('figures.title')}</h2>
        <IconButton label={t('close')} icon={<X />} onClick={close} />
      </header>
      <Rows editor={editor} />
    </aside>
  );
}

/** Updates twice a second while it is shown, without drawing. */
function useFigures(editor: Editor): ViewportFigures {
  const [figures, setFigures] = useState(() => editor.figures());
  useEffect(() => {
    const timer = setInterval(() => setFigures(editor.figures()), renewMs);
    return () => clearInterval(timer);
  }, [editor]);
  return figures;
}

function Rows({ editor }: { editor: Editor }) {
  const { t, format } = useText();
  const figures = useFigures(editor);
  const time = (ms: number) => t('figures.milliseconds', { value: format.number(ms, 1) });
  const size = (bytes: number) =>
    t('figures.megabytes', { value: format.number(bytes / bytesPerMegabyte, 1) });
  const total = deviceOwners.reduce((sum, owner) => sum + figures.deviceBytes[owner], 0);
  const rows: readonly (readonly [string, string])[] = [
    [t('figures.choosing'), time(figures.choosingMs)],
    [t('figures.encoding'), time(figures.encodingMs)],
    [t('figures.device'), time(figures.deviceMs)],
    [t('figures.points'), format.number(figures.pointsDrawn)],
    ...(figures.pointPath === null
      ? []
      : [[t('figures.pointPath'), t(`pointDrawing.${figures.pointPath}`)] as const]),
    ...pointPaths.flatMap((path) =>
      figures.pointTimes ? [[t(`figures.pointTime.${path}`), time(figures.pointTimes[path])] as const] : [],
    ),
    [t('figures.triangles'), format.number(figures.trianglesDrawn)],
    [t('figures.inFlight'), format.number(figures.inFlight)],
    [t('figures.waiting'), format.number(figures.waiting)],
    [t('figures.kept'), `${size(figures.keptBytes)} / ${size(figures.keptLimit)}`],
    [t('figures.onDevice'), size(total)],
    ...deviceOwners.map((owner) => [t(`figures.owner.${owner}`), size(figures.deviceBytes[owner])] as const),
  ];
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-x-3 gap-y-0.5">
      {rows.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-ink-soft">{name}</dt>
          <dd className="text-right tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

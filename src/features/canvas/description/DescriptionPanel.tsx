import { Copy, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import type { Editor } from '#core/editor.ts';
import type { StationState } from '#core/stations/camera-stations.ts';
import { useText } from '#i18n/use-text.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { useToast } from '#ui/Toast.tsx';
import { useStationsAccess } from '../stations/stations-context.ts';
import { usePanel } from '../use-panel.ts';
import { describeView } from './describe-view.ts';
import { useDescribed } from './use-described.ts';
import { type DescribedPart, plainText } from './words.ts';

/** Element id of the panel, referenced by the views that it describes. */
export const descriptionId = 'view-description';

/** A full description of the view in words and numbers. */
export function DescriptionPanel({ editor }: { editor: Editor }) {
  const { overlay } = useSnapshot(editor.views.workspace);
  return overlay === 'description' ? <Panel editor={editor} /> : null;
}

function Panel({ editor }: { editor: Editor }) {
  const { t } = useText();
  const showToast = useToast();
  const stations = useStationsAccess()?.stations.state ?? null;
  const parts = useDescribed(editor, (words) => describeView(editor, stations as StationState | null, words));
  const close = () => void editor.dispatch('overlay.toggle', { overlay: 'description' }, 'panel');
  const panel = usePanel<HTMLElement>(editor, close);
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => body.current?.focus({ preventScroll: true }), []);
  const copy = async () => {
    const isCopied = await editor.dispatch('clipboard.copy', { text: plainText(parts) }, 'panel');
    if (isCopied) showToast({ title: t('copied') });
  };
  return (
    <section
      {...panel}
      id={descriptionId}
      aria-label={t('describe.title')}
      className="elevated absolute z-20 flex flex-col rounded-lg max-sm:inset-x-1.5 max-sm:bottom-1.5 max-sm:max-h-3/5 sm:top-18 sm:left-18 sm:max-h-[calc(100%-5.25rem)] sm:w-96 sm:max-w-[calc(100%-5.25rem)]"
    >
      <header className="flex h-11 shrink-0 items-center gap-1 border-line border-b pr-1.5 pl-4">
        <h2 className="min-w-0 flex-1 truncate font-semibold">{t('describe.title')}</h2>
        <IconButton label={t('describe.copy')} icon={<Copy />} onClick={() => void copy()} />
        <IconButton label={t('close')} icon={<X />} onClick={close} />
      </header>
      <div
        ref={body}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
        tabIndex={0}
        className="min-h-0 flex-1 overflow-y-auto pb-2 focus-visible:-outline-offset-2"
      >
        {parts.map((part) => (
          <Part key={part.id} part={part} />
        ))}
      </div>
    </section>
  );
}

function Part({ part: { title, rows } }: { part: DescribedPart }) {
  return (
    <section className="px-4 pt-3">
      <h3 className="pb-1 font-semibold text-sm">{title}</h3>
      {rows
        .filter(({ name }) => name === '')
        .map(({ text }) => (
          <p key={text} className="text-sm">
            {text}
          </p>
        ))}
      <dl className="grid grid-cols-[minmax(6rem,auto)_1fr] gap-x-3 gap-y-1 text-sm">
        {rows
          .filter(({ name }) => name !== '')
          .map(({ name, text }) => (
            <div key={`${name} ${text}`} className="contents">
              <dt className="max-w-36 break-words text-ink-soft">{name}</dt>
              <dd className="min-w-0 break-words">{text}</dd>
            </div>
          ))}
      </dl>
    </section>
  );
}

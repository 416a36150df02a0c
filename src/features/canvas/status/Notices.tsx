import { useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import type { Editor } from '#core/editor.ts';
import { useText } from '#i18n/use-text.ts';
import { useToast } from '#ui/Toast.tsx';
import { useOverviewsOffers } from '../layers/overviews-context.ts';

/** Shows the editor's failures as messages, each once. */
export function Notices({ editor }: { editor: Editor }) {
  const { t, errorText } = useText();
  const showToast = useToast();
  const { notices } = useSnapshot(editor.views.status);
  const offers = useOverviewsOffers();
  const newest = useRef(offers);
  useEffect(() => {
    newest.current = offers;
  }, [offers]);
  useEffect(() => {
    for (const { id, error } of notices) {
      const isOffered = error.code === 'gpu.image-without-overviews';
      const isOfSystem = error.code.startsWith('crs.');
      const offer = isOffered ? newest.current.find(({ file }) => file === error.params['file']) : undefined;
      showToast({
        title: t(isOffered ? 'overviews.title' : isOfSystem ? 'coordinateSystem.title' : 'canvas.failed'),
        text: errorText(error, 'unknownError'),
        tone: isOffered || isOfSystem ? 'neutral' : 'bad',
        ...(offer ? { action: { label: t('overviews.build'), run: offer.build } } : {}),
      });
      void editor.dispatch('notice.dismiss', { id }, 'program');
    }
  }, [notices, editor, showToast, t, errorText]);
  return null;
}

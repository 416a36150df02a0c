import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import type { Editor } from '#core/editor.ts';
import { preferences } from '#features/shell/settings/preferences.ts';
import { useMedia } from '#ui/use-media.ts';

/** Brings the page's theme and contrast to the view; colours that the system forces are dark or light as it is. */
export function useLook(editor: Editor | null): void {
  const { theme: chosen } = useSnapshot(preferences);
  const isForced = useMedia('(forced-colors: active)');
  const isMore = useMedia('(prefers-contrast: more)');
  const isDark = useMedia('(prefers-color-scheme: dark)');
  const theme = isForced ? (isDark ? 'dark' : 'light') : chosen;
  const hasHighContrast = isForced || isMore;
  useEffect(() => {
    void editor?.dispatch('display.set', { patch: { theme, hasHighContrast } }, 'program');
  }, [editor, theme, hasHighContrast]);
}

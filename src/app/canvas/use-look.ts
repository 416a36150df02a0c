import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import type { Editor } from '#core/editor.ts';
import { preferences } from '#features/shell/settings/preferences.ts';
import { useMedia } from '#ui/use-media.ts';

/** Applies the page's theme and contrast to the view; forced colours of the system count as dark or light. */
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

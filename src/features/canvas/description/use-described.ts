import { useEffect, useState } from 'react';
import type { Editor } from '#core/editor.ts';
import { useText } from '#i18n/use-text.ts';
import { createWords, type Words } from './words.ts';

/** The description of the view, renewed when it has changed and is at rest. */
export function useDescribed<Said>(editor: Editor, say: (words: Words) => Said): Said {
  const { t, format } = useText();
  const [, setTimes] = useState(0);
  useEffect(() => editor.description.watch(() => setTimes((times) => times + 1)), [editor]);
  return say(createWords({ t, format }, editor.facts));
}

import { useEffect, useState } from 'react';
import { useApi } from '#api/api-context.ts';
import type { Project } from '#contract/schemas/project.ts';
import type { ShownDrawing } from '#features/drawing/manager/shown-drawing.ts';
import { useText } from '#i18n/use-text.ts';
import { type CanvasSession, closeCanvasSession, openCanvasSession } from './open-session.ts';

export interface SessionChoice {
  /** Nothing can be saved or changed. */
  readonly isDemo: boolean;
  readonly shown: ShownDrawing;
  readonly epoch?: number;
}

export type OpenState =
  | { readonly kind: 'opening' }
  | ({ readonly kind: 'open' } & CanvasSession)
  | { readonly kind: 'failed'; readonly error: unknown };

/**
 * Opens the session once the project is known; closes it when the project, the drawing or the page is left, and opens it
 * anew when `epoch` changes.
 */
export function useSession(
  project: Project | undefined,
  { isDemo, shown, epoch = 0 }: SessionChoice,
): OpenState {
  const { client } = useApi();
  const text = useText();
  const [session, setSession] = useState<OpenState>({ kind: 'opening' });
  const pk = project?.pk;
  const { drawing, version } = shown;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a refetched project is the same session
  useEffect(() => {
    if (project === undefined) return;
    const opening = openCanvasSession(client, project, text, { isDemo, shown: { drawing, version } });
    let isLeft = false;
    opening.then(
      (opened) => {
        if (isLeft) return;
        setSession({ kind: 'open', ...opened });
        void opened.editor.open();
      },
      (error: unknown) => !isLeft && setSession({ kind: 'failed', error }),
    );
    return () => {
      isLeft = true;
      setSession({ kind: 'opening' });
      closeCanvasSession(opening);
    };
  }, [client, pk, isDemo, drawing, version, epoch]);
  return session;
}

import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react';
import type { Editor } from '#core/editor.ts';
import type { PaneId } from '#domain/view/view-mode.ts';

/** Element id of a pane's canvas. */
export const paneElementId = (pane: PaneId) => `pane-${pane}`;

/** Whether Escape has something to end before it closes a panel. */
export function hasSomethingToEnd({ workspace }: Editor['views']): boolean {
  const { tool, selection, measurement, isFlying } = workspace;
  return isFlying || tool !== 'select' || selection.length > 0 || measurement !== null;
}

interface PanelKeys<Element extends HTMLElement> {
  readonly ref: RefObject<Element | null>;
  onKeyDown(event: KeyboardEvent): void;
  onFocus(event: FocusEvent): void;
}

/**
 * Keyboard behaviour of a panel over the view: Escape closes it, once nothing else is left to end. A panel that closes
 * while it has the focus returns it to the element that `data-opener` names, else to the previously focused one, else
 * to the view.
 */
export function usePanel<Element extends HTMLElement>(editor: Editor, close: () => void): PanelKeys<Element> {
  const ref = useRef<Element>(null);
  const before = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    const panel = ref.current;
    return () => {
      if (!panel?.contains(document.activeElement)) return;
      const view = paneElementId(editor.views.workspace.activePane);
      const candidates = [
        document.getElementById(panel.dataset['opener'] ?? ''),
        before.current,
        document.getElementById(view),
      ];
      candidates.find((element) => element?.isConnected && element.checkVisibility())?.focus();
    };
  }, [editor]);
  return {
    ref,
    onFocus({ relatedTarget, currentTarget }) {
      if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget)) {
        before.current = relatedTarget;
      }
    },
    onKeyDown(event) {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      const isField = event.target instanceof HTMLInputElement;
      if (!isField && hasSomethingToEnd(editor.views)) return;
      event.preventDefault();
      event.stopPropagation();
      close();
    },
  };
}

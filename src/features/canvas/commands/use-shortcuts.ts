import { useEffect } from 'react';
import { entryOfKey } from '#core/commands/command-entries.ts';
import type { Editor } from '#core/editor.ts';
import type { ToolKey } from '#core/tools/tool-state.ts';
import { paneIds } from '#domain/view/view-mode.ts';
import { hasSomethingToEnd, paneElementId } from '../use-panel.ts';
import { arrowMove } from '../view/flight.ts';

const toolKeys: readonly string[] = ['Enter', 'Escape', 'Backspace', 'Delete'];

/** The canvas ignores keys typed into a field or handled by an open dialog or menu. */
export function isElsewhere(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest('[role="dialog"], [role="menu"], [role="listbox"]')) return true;
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'range'].includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

function hasMarkedText(): boolean {
  return window.getSelection()?.isCollapsed === false;
}

function closeOverlay(editor: Editor): void {
  const { overlay } = editor.views.workspace;
  if (overlay !== null) void editor.dispatch('overlay.toggle', { overlay }, 'shortcut');
}

/** Arrow keys move the view (of two panes the focused one), unless the focused element uses them itself. */
function runArrow(editor: Editor, event: KeyboardEvent): boolean {
  const isFree = event.target === document.body || event.target instanceof HTMLCanvasElement;
  const move = isFree ? arrowMove(event.key, event.shiftKey) : null;
  if (move === null) return false;
  const pane = paneIds.find((id) => document.activeElement?.id === paneElementId(id));
  if (pane !== undefined) editor.enterPane(pane);
  void editor.dispatch('camera.move', { move }, 'shortcut');
  return true;
}

/** Handles the canvas's shortcuts while it is mounted. */
export function useShortcuts(editor: Editor): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || isElsewhere(event.target)) return;
      const isButton = event.target instanceof HTMLElement && event.target.closest('button, a') !== null;
      if (toolKeys.includes(event.key)) {
        if (event.key === 'Enter' && isButton) return;
        if (event.key === 'Escape' && !hasSomethingToEnd(editor.views)) closeOverlay(editor);
        else editor.tools.key(event.key as ToolKey);
        return;
      }
      const hasControl = event.ctrlKey || event.metaKey;
      if (!hasControl && runArrow(editor, event)) event.preventDefault();
      else {
        const entry = entryOfKey({ key: event.key, hasControl, hasShift: event.shiftKey });
        // Text that is marked on the page is copied as the browser does.
        const isText = hasControl && 'cx'.includes(event.key.toLowerCase()) && hasMarkedText();
        if (entry === null || isText) return;
        event.preventDefault();
        void entry.run(editor, 'shortcut');
      }
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [editor]);
}

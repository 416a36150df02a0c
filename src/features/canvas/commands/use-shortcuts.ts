import { useEffect } from 'react';
import type { Editor } from '#core/editor.ts';
import type { ToolKey } from '#core/tools/tool-state.ts';
import type { ViewMode } from '#domain/view/view-mode.ts';
import { paneIds } from '#domain/view/viewing.ts';
import { hasSomethingToEnd, pictureId } from '../use-panel.ts';
import { arrowMove } from '../view/flight.ts';
import { toolGroups } from './tools.tsx';

const toolKeys: readonly string[] = ['Enter', 'Escape', 'Backspace', 'Delete'];
const toolsByLetter = new Map(
  toolGroups.flat().map(({ shortcut, tool }) => [shortcut.toLowerCase(), tool] as const),
);

const modesByKey: Readonly<Record<string, ViewMode>> = { 1: 'classic', 4: 'split', 5: 'side-by-side' };

/** Keys typed into a field, or meant for an open dialog or menu, are not the canvas's. */
export function isElsewhere(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest('[role="dialog"], [role="menu"], [role="listbox"]')) return true;
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'range'].includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

/** Runs what a key with Control stands for; false for a key without a meaning. */
function runWithControl(editor: Editor, key: string, hasShift: boolean): boolean {
  if (key === 'z') {
    void editor.dispatch(hasShift ? 'history.redo' : 'history.undo', null, 'shortcut');
  } else if (key === 'y') void editor.dispatch('history.redo', null, 'shortcut');
  else if (key === 's') void editor.dispatch('save.now', null, 'shortcut');
  else return false;
  return true;
}

function runPlain(editor: Editor, key: string, hasShift: boolean): boolean {
  const tool = toolsByLetter.get(key);
  if (tool !== undefined) void editor.dispatch('tool.choose', { tool }, 'shortcut');
  else if (key === '2' || key === '3') {
    void editor.dispatch('camera.mode', { mode: `${key}d` }, 'shortcut');
  } else if (modesByKey[key] !== undefined) {
    void editor.dispatch('view.mode', { mode: modesByKey[key] }, 'shortcut');
  } else if (key === 'o') {
    const { isParallel } = editor.views.workspace;
    void editor.dispatch('camera.parallel', { isParallel: !isParallel }, 'shortcut');
  } else if (key === 'f') {
    void editor.dispatch('camera.fit', { target: hasShift ? 'selection' : 'all' }, 'shortcut');
  } else if (key === '+' || key === '=') void editor.dispatch('camera.zoom', { factor: 1.5 }, 'shortcut');
  else if (key === '-') void editor.dispatch('camera.zoom', { factor: 1 / 1.5 }, 'shortcut');
  else if (key === '?') void editor.dispatch('overlay.toggle', { overlay: 'help' }, 'shortcut');
  else if (key === 'b') void editor.dispatch('overlay.toggle', { overlay: 'figures' }, 'shortcut');
  else if (key === 't') void editor.dispatch('overlay.toggle', { overlay: 'description' }, 'shortcut');
  else if (key === 's') {
    const { isOn } = editor.views.workspace.snap;
    void editor.dispatch('snap.set', { isOn: !isOn }, 'shortcut');
  } else if (key === '[') void editor.dispatch('sight.back', null, 'shortcut');
  else if (key === ']') void editor.dispatch('sight.forward', null, 'shortcut');
  else return false;
  return true;
}

function closeOverlay(editor: Editor): void {
  const { overlay } = editor.views.workspace;
  if (overlay !== null) void editor.dispatch('overlay.toggle', { overlay }, 'shortcut');
}

/** Arrow keys move the picture, of two panes the one that has the focus, where nothing that has the focus uses them itself. */
function runArrow(editor: Editor, event: KeyboardEvent): boolean {
  const isFree = event.target === document.body || event.target instanceof HTMLCanvasElement;
  const move = isFree ? arrowMove(event.key, event.shiftKey) : null;
  if (move === null) return false;
  const pane = paneIds.find((id) => document.activeElement?.id === pictureId(id));
  if (pane !== undefined) editor.enterPane(pane);
  void editor.dispatch('camera.move', { move }, 'shortcut');
  return true;
}

/** The canvas's keys, while it is shown. */
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
      const key = event.key.toLowerCase();
      const hasControl = event.ctrlKey || event.metaKey;
      const isDone = hasControl
        ? runWithControl(editor, key, event.shiftKey)
        : runArrow(editor, event) || runPlain(editor, key, event.shiftKey);
      if (isDone) event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [editor]);
}

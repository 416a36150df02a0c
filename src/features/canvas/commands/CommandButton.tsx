import {
  ArrowLeft,
  ArrowRight,
  Box,
  Circle,
  CircleDot,
  Compass,
  Crosshair,
  Diamond,
  DraftingCompass,
  Focus,
  Keyboard,
  LandPlot,
  LassoSelect,
  type LucideIcon,
  Magnet,
  Maximize,
  Minus,
  Mountain,
  MousePointer2,
  NotebookText,
  Pentagon,
  Plus,
  Radius,
  RectangleHorizontal,
  Redo2,
  Ruler,
  Spline,
  SquareDashedMousePointer,
  Tangent,
  TextSearch,
  Undo2,
  VectorPolygon,
} from 'lucide-react';
import { useCallback, useSyncExternalStore } from 'react';
import { subscribe } from 'valtio/vanilla';
import type { CommandIcon } from '#core/commands/command.ts';
import { type CommandEntry, entryOfLabel } from '#core/commands/command-entries.ts';
import type { Editor } from '#core/editor.ts';
import { useText } from '#i18n/use-text.ts';
import type { TextKey } from '#locales/texts.ts';
import { IconButton } from '#ui/IconButton.tsx';

const icons: Readonly<Record<CommandIcon, LucideIcon>> = {
  'arrow-left': ArrowLeft,
  'arrow-right': ArrowRight,
  box: Box,
  circle: Circle,
  'circle-dot': CircleDot,
  compass: Compass,
  crosshair: Crosshair,
  diamond: Diamond,
  'drafting-compass': DraftingCompass,
  focus: Focus,
  keyboard: Keyboard,
  'land-plot': LandPlot,
  'lasso-select': LassoSelect,
  magnet: Magnet,
  maximize: Maximize,
  minus: Minus,
  mountain: Mountain,
  'mouse-pointer-2': MousePointer2,
  'notebook-text': NotebookText,
  pentagon: Pentagon,
  plus: Plus,
  radius: Radius,
  'rectangle-horizontal': RectangleHorizontal,
  'redo-2': Redo2,
  ruler: Ruler,
  spline: Spline,
  'square-dashed-mouse-pointer': SquareDashedMousePointer,
  tangent: Tangent,
  'text-search': TextSearch,
  'undo-2': Undo2,
  'vector-polygon': VectorPolygon,
};

interface CommandButtonProps {
  editor: Editor;
  /** Label of the entry. */
  label: string;
  /** `ToolButton` inside a toolbar. */
  Button?: typeof IconButton;
  /** Side of the tooltip. */
  side?: 'right' | 'bottom';
  className?: string;
}

/** A button for a command entry: text, icon, key and state come from the command's record. */
export function CommandButton({ editor, label, Button = IconButton, ...rest }: CommandButtonProps) {
  const { t } = useText();
  const entry = entryOfLabel(label);
  useEntryChanges(editor, entry);
  const keys = entry.keys[0];
  const isOn = entry.isOn(editor.views);
  const subjectKey = entry.subjectKey(editor.views);
  const name = t(entry.labelKey as TextKey);
  const Icon = icons[entry.icon ?? 'circle-dot'];
  return (
    <Button
      label={subjectKey === null ? name : `${name}: ${t(subjectKey as TextKey)}`}
      icon={<Icon />}
      {...(isOn === null ? {} : { 'aria-pressed': isOn })}
      {...(keys === undefined ? {} : { shortcut: keys })}
      {...rest}
      disabled={!entry.isEnabled(editor)}
      onClick={() => void entry.run(editor, 'panel')}
    />
  );
}

/** Rerenders only when the displayed state of the entry changes. */
function useEntryChanges(editor: Editor, entry: CommandEntry): void {
  const { views } = editor;
  const follow = useCallback(
    (changed: () => void) => {
      const stops = [views.workspace, views.status, views.document].map((part) => subscribe(part, changed));
      return () => {
        for (const stop of stops) stop();
      };
    },
    [views],
  );
  useSyncExternalStore(follow, () =>
    [entry.isEnabled(editor), entry.isOn(views), entry.subjectKey(views)].join(),
  );
}

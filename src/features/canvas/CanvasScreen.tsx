import { Layers, PencilRuler, Ruler, View, X } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Editor } from '#core/editor.ts';
import { hasTwoPanes } from '#domain/view/view-mode.ts';
import { useText } from '#i18n/use-text.ts';
import { cx } from '#ui/cx.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { Section } from '#ui/Section.tsx';
import { fieldClass } from '#ui/TextField.tsx';
import { ToolButton, Toolbar } from '#ui/Toolbar.tsx';
import { useIsCompact, useIsStacked, useIsWide } from '#ui/use-media.ts';
import { CommandPalette } from './commands/CommandPalette.tsx';
import { KeysDialog } from './commands/KeysDialog.tsx';
import { HistoryButtons, ToolStrip } from './commands/ToolStrip.tsx';
import { useShortcuts } from './commands/use-shortcuts.ts';
import { DescriptionPanel } from './description/DescriptionPanel.tsx';
import { DisplayPanel } from './display/DisplayPanel.tsx';
import { DraftBar } from './draw/DraftBar.tsx';
import { PasteBar } from './draw/PasteBar.tsx';
import { PickBar } from './draw/PickBar.tsx';
import { useSnapMemory } from './draw/use-snap-memory.ts';
import { EntryLine } from './entry/EntryLine.tsx';
import { BasemapNote } from './layers/BasemapNote.tsx';
import { useBasemapMemory } from './layers/use-basemap-memory.ts';
import { MeasurePanel } from './measure/MeasurePanel.tsx';
import { Panes } from './panes/Panes.tsx';
import { ProfileButton } from './profile/ProfileButton.tsx';
import { ProfilePanel } from './profile/ProfilePanel.tsx';
import { SelectBar } from './select/SelectBar.tsx';
import { useIsStationChosen } from './stations/stations-context.ts';
import { DeviceNotice } from './status/DeviceNotice.tsx';
import { FiguresPanel } from './status/FiguresPanel.tsx';
import { Notices } from './status/Notices.tsx';
import { StatusBar } from './status/StatusBar.tsx';
import { WrittenChanges } from './status/WrittenChanges.tsx';
import { usePanel } from './use-panel.ts';
import { CameraBar } from './view/CameraBar.tsx';
import { type ModeChoice, ModePicker } from './view/ModePicker.tsx';
import { useFlight } from './view/use-flight.ts';
import { ViewsPanel } from './view/ViewsPanel.tsx';

type PanelName = 'measure' | 'drawing' | 'views' | 'display';

/** Widths of panels over the view, with their margins. */
const inspectorPx = 336;
const stripPx = 56;

interface CanvasScreenProps {
  editor: Editor;
  choice: ModeChoice;
  /** The drawing's layers and features, for the inspector. */
  drawing: ReactNode;
}

/** The survey fills the window; tools at its edge, one inspector on the right, a status bar below. */
export function CanvasScreen({ editor, choice, drawing }: CanvasScreenProps) {
  const { t } = useText();
  const isWide = !useIsStacked();
  const isRow = useIsWide('lg');
  const hasRoom = !useIsCompact();
  const [panel, setPanel] = useState<PanelName | null>(isWide && hasRoom ? 'display' : null);
  useShortcuts(editor);
  useFlight(editor);
  useSnapMemory(editor);
  useBasemapMemory(editor);
  useFollowWork(editor, isWide, setPanel);
  const right = isWide && panel !== null ? inspectorPx : 0;
  const isTwo = hasTwoPanes(useSnapshot(editor.views.workspace).viewMode);
  useEffect(() => {
    const insets = { left: isWide ? stripPx : 0, right: isTwo ? 0 : right, isStacked: !isRow };
    void editor.dispatch('view.insets', insets, 'program');
  }, [editor, isWide, isRow, isTwo, right]);
  const contents: Record<PanelName, ReactNode> = {
    measure: <MeasurePanel editor={editor} />,
    drawing,
    views: <ViewsPanel editor={editor} />,
    display: (
      <>
        <Section title={t('canvas.mode')} className="compact:block hidden">
          <ModePicker {...choice} className={fieldClass} />
        </Section>
        <DisplayPanel editor={editor} />
      </>
    ),
  };
  return (
    <div className="absolute inset-0 flex flex-col">
      <div className="relative min-h-0 flex-1 overflow-clip">
        <Panes editor={editor} rightPx={isWide ? right : 0} />
        <div className="pointer-events-none absolute inset-0 flex gap-2 p-2 stacked:flex-col sm:p-3 max-sm:gap-1 max-sm:p-1.5">
          <div className="flex min-h-0 min-w-0 flex-1 gap-2 max-sm:flex-col">
            <ToolStrip editor={editor} />
            <div className="flex min-w-0 flex-1 flex-col items-start justify-between gap-2">
              <div className="flex w-full flex-wrap items-start justify-between gap-2 compact:flex-nowrap max-sm:gap-1">
                <CameraBar editor={editor} choice={choice} />
                <Toolbar
                  label={t('canvas.history')}
                  orientation="horizontal"
                  className="pointer-events-auto flex min-w-0 grow-2 basis-0 items-center rounded-lg border border-line bg-panel sm:hidden [&>*]:grow [&>*]:basis-0"
                >
                  <HistoryButtons editor={editor} />
                </Toolbar>
                <PanelButtons panel={panel} onChange={setPanel}>
                  <span className="contents max-sm:hidden">
                    <ProfileButton editor={editor} Button={ToolButton} />
                  </span>
                </PanelButtons>
              </div>
              <div className="w-full">
                <div className="flex justify-center">
                  <DraftBar editor={editor} />
                  <SelectBar editor={editor} />
                  <PasteBar editor={editor} />
                  <PickBar editor={editor} />
                </div>
              </div>
            </div>
          </div>
          {panel !== null && (
            <Inspector editor={editor} panel={panel} onClose={() => setPanel(null)}>
              {contents[panel]}
            </Inspector>
          )}
        </div>
        {choice.ready.size === 0 && <EmptyNote />}
        <FlightNote editor={editor} />
        <FiguresPanel editor={editor} />
        <DescriptionPanel editor={editor} />
        <DeviceNotice editor={editor} />
        <BasemapNote editor={editor} />
      </div>
      <EntryLine editor={editor} />
      <ProfilePanel editor={editor} />
      <StatusBar editor={editor} />
      <CommandPalette editor={editor} />
      <KeysDialog editor={editor} />
      <WrittenChanges editor={editor} />
      <Notices editor={editor} />
    </div>
  );
}

/**
 * Opens the measurement panel when a measurement begins (on a small window when it is finished) and the drawing panel
 * when something is selected. On a small window, closes panels for the card of a camera station.
 */
function useFollowWork(editor: Editor, isWide: boolean, show: (panel: PanelName | null) => void): void {
  const { measurement, selection, draft } = useSnapshot(editor.views.workspace);
  const isStationChosen = useIsStationChosen();
  const measured = isWide || draft === null ? measurement?.kind : undefined;
  const selected = isWide && selection.length > 0;
  useEffect(() => {
    if (measured !== undefined) show('measure');
  }, [measured, show]);
  useEffect(() => {
    if (selected) show('drawing');
  }, [selected, show]);
  const isCovered = !isWide && isStationChosen;
  useEffect(() => {
    if (isCovered) show(null);
  }, [isCovered, show]);
}

/** Note that no product can be shown yet; drawing on the empty ground is possible. */
function EmptyNote() {
  const { t } = useText();
  return (
    <output className="elevated pointer-events-none absolute top-1/2 left-1/2 max-w-[min(22rem,calc(100%-2rem))] -translate-x-1/2 -translate-y-1/2 rounded-lg px-4 py-3 text-center">
      <span className="block font-semibold">{t('canvas.emptyTitle')}</span>
      <span className="text-ink-soft text-sm">{t('canvas.emptyText')}</span>
    </output>
  );
}

/** Explains flying and how to end it. */
function FlightNote({ editor }: { editor: Editor }) {
  const { t } = useText();
  const { isFlying } = useSnapshot(editor.views.workspace);
  if (!isFlying) return null;
  return (
    <output className="elevated pointer-events-none absolute bottom-4 left-1/2 z-10 max-w-[calc(100%-2rem)] -translate-x-1/2 rounded-md px-3 py-2 text-sm">
      {t('views.flying')}
    </output>
  );
}

const panelIcons: Record<PanelName, ReactNode> = {
  display: <Layers />,
  drawing: <PencilRuler />,
  views: <View />,
  measure: <Ruler />,
};

const openerId = (panel: PanelName) => `open-${panel}`;

function PanelButtons({
  panel,
  onChange,
  children,
}: {
  panel: PanelName | null;
  onChange(panel: PanelName | null): void;
  children: ReactNode;
}) {
  const { t } = useText();
  return (
    <Toolbar
      label={t('canvas.panels')}
      orientation="horizontal"
      className="pointer-events-auto flex flex-wrap items-center gap-1 rounded-lg border border-line bg-panel p-1 compact:flex-nowrap max-sm:min-w-0 max-sm:grow-4 max-sm:basis-0 max-sm:gap-0 max-sm:p-0 max-sm:[&>*]:grow max-sm:[&>*]:basis-0"
    >
      {(Object.keys(panelIcons) as PanelName[]).map((name) => (
        <ToolButton
          key={name}
          id={openerId(name)}
          label={t(`panel.${name}`)}
          icon={panelIcons[name]}
          aria-pressed={panel === name}
          onClick={() => onChange(panel === name ? null : name)}
        />
      ))}
      {children}
    </Toolbar>
  );
}

interface InspectorProps {
  editor: Editor;
  panel: PanelName;
  onClose(): void;
  children: ReactNode;
}

function Inspector({ editor, panel, onClose, children }: InspectorProps) {
  const { t } = useText();
  const { ref, ...keys } = usePanel<HTMLElement>(editor, onClose);
  return (
    <aside
      ref={ref}
      {...keys}
      tabIndex={-1}
      data-opener={openerId(panel)}
      aria-label={t(`panel.${panel}`)}
      className={cx(
        'pointer-events-auto flex min-h-0 w-80 shrink-0 animate-enter flex-col overflow-hidden rounded-lg border border-line bg-panel',
        'stacked:h-[46%] stacked:w-full',
      )}
    >
      <header className="flex h-11 shrink-0 items-center justify-between border-line border-b pr-1.5 pl-4">
        <h2 className="font-semibold">{t(`panel.${panel}`)}</h2>
        <IconButton label={t('close')} icon={<X />} onClick={onClose} />
      </header>
      <Contents key={panel} inspector={ref}>
        {children}
      </Contents>
    </aside>
  );
}

/** Content of a panel; where another panel replaces it while it has the focus, the focus stays in the inspector. */
function Contents({
  inspector,
  children,
}: {
  inspector: RefObject<HTMLElement | null>;
  children: ReactNode;
}) {
  const contents = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = contents.current;
    return () => {
      if (element?.contains(document.activeElement)) inspector.current?.focus();
    };
  }, [inspector]);
  return (
    <div ref={contents} className="min-h-0 flex-1 overflow-y-auto">
      {children}
    </div>
  );
}

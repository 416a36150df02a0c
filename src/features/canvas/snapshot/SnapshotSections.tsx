import { Download, Printer } from 'lucide-react';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Editor } from '#core/editor.ts';
import { useText } from '#i18n/use-text.ts';
import { Button } from '#ui/Button.tsx';
import { Checkbox } from '#ui/Checkbox.tsx';
import { NumberField } from '#ui/NumberField.tsx';
import { Section } from '#ui/Section.tsx';
import { SelectField } from '#ui/SelectField.tsx';
import { fieldClass } from '#ui/TextField.tsx';
import { useToast } from '#ui/Toast.tsx';
import { type SnapshotParts, saveSheet, saveSnapshot } from './make-snapshot.ts';
import { mapScales, type PaperName, papers, scaleThatFits, sheetLayout } from './sheet.ts';

const partNames = ['hasScale', 'hasNorth', 'hasLegend', 'hasCoordinates'] as const;

/** Runs an action one at a time, reporting failures. */
function useWork(): { isBusy: boolean; run(work: () => Promise<void>): void } {
  const { errorText } = useText();
  const showToast = useToast();
  const [isBusy, setBusy] = useState(false);
  const run = (work: () => Promise<void>) => {
    setBusy(true);
    work()
      .catch((error: unknown) => showToast({ title: errorText(error, 'snapshot.failed'), tone: 'bad' }))
      .finally(() => setBusy(false));
  };
  return { isBusy, run };
}

/** Saves the view as a snapshot of any size, or as a map sheet to scale. */
export function SnapshotSections({ editor }: { editor: Editor }) {
  const { device } = useSnapshot(editor.views.status);
  if (device.kind !== 'ready') return null;
  return (
    <>
      <SnapshotSection editor={editor} />
      {editor.facts.horizontalUnit !== null && (
        <SheetSection editor={editor} metres={editor.facts.horizontalUnit.metres} />
      )}
    </>
  );
}

function SnapshotSection({ editor }: { editor: Editor }) {
  const text = useText();
  const { t } = text;
  const { isBusy, run } = useWork();
  const [width, setWidth] = useState<number>(3840);
  const [parts, setParts] = useState<SnapshotParts>({
    hasScale: true,
    hasNorth: true,
    hasLegend: true,
    hasCoordinates: true,
  });
  const [height, setHeight] = useState<number | null>(null);
  const save = () => {
    const { size } = editor.activeView();
    const heightPx = height ?? Math.max(1, Math.round((width * size.height) / size.width));
    run(() =>
      saveSnapshot(editor, text, { widthPx: Math.round(width), heightPx: Math.round(heightPx) }, parts),
    );
  };
  return (
    <Section title={t('snapshot.title')}>
      <div className="grid grid-cols-2 gap-2">
        <NumberField
          label={t('snapshot.width')}
          unit="px"
          min={16}
          value={width}
          onCommit={(value) => setWidth(value ?? 3840)}
        />
        <NumberField
          label={t('snapshot.height')}
          unit="px"
          min={16}
          value={height}
          placeholder={t('snapshot.heightAuto')}
          onCommit={setHeight}
        />
      </div>
      {partNames.map((name) => (
        <Checkbox
          key={name}
          label={t(`snapshot.${name}`)}
          checked={parts[name]}
          onChange={(isOn) => setParts({ ...parts, [name]: isOn })}
        />
      ))}
      <Button className="mt-2" icon={<Download className="size-4" />} pending={isBusy} onClick={save}>
        {t('snapshot.save')}
      </Button>
    </Section>
  );
}

function SheetSection({ editor, metres }: { editor: Editor; metres: number }) {
  const text = useText();
  const { t, format } = text;
  const { isBusy, run } = useWork();
  const [paper, setPaper] = useState<PaperName>('a4');
  const [chosen, setChosen] = useState<number | null>(null);
  const [title, setTitle] = useState(editor.facts.name);
  const { groundPerPixel } = useSnapshot(editor.views.status);
  const fitting = scaleThatFits(
    groundPerPixel * editor.activeView().size.height * metres,
    sheetLayout(paper),
  );
  const scale = chosen ?? fitting;
  return (
    <Section title={t('snapshot.sheet')}>
      <div className="grid grid-cols-2 gap-2">
        <SelectField<PaperName>
          label={t('snapshot.paper')}
          value={paper}
          onChange={setPaper}
          options={(Object.keys(papers) as PaperName[]).map((name) => ({
            value: name,
            label: t(`snapshot.paper.${name}`),
          }))}
        />
        <SelectField
          label={t('canvas.scale')}
          value={String(scale)}
          onChange={(value) => setChosen(Number(value))}
          options={mapScales.map((each) => ({ value: String(each), label: `1:${format.number(each)}` }))}
        />
      </div>
      <label className="flex flex-col gap-1 py-1 text-ink-soft text-sm">
        {t('snapshot.sheetTitle')}
        <input
          value={title}
          onChange={(event) => setTitle(event.target.value)}
          maxLength={120}
          className={fieldClass}
        />
      </label>
      <Button
        className="mt-3"
        icon={<Printer className="size-4" />}
        pending={isBusy}
        onClick={() =>
          run(() =>
            saveSheet(editor, text, { paper, scale, title: title.trim() || editor.facts.name }, metres),
          )
        }
      >
        {t('snapshot.saveSheet')}
      </Button>
    </Section>
  );
}

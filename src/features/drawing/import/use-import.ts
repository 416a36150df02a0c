import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Editor } from '#core/editor.ts';
import type { CodeTable } from '#domain/drawing/codes/code-table.ts';
import { type DescribedSystem, describeDeclared } from '#domain/drawing/import/declared-system.ts';
import { type ImportChoice, type ImportFacts, placementOf } from '#domain/drawing/import/import-choice.ts';
import { type ImportedRecords, importRecords } from '#domain/drawing/import/import-records.ts';
import type { PlanExtent } from '#domain/drawing/import/placement-hints.ts';
import type { ErrorRecord } from '#domain/errors/app-error.ts';
import type { ExchangeDrawing, ReadDrawing } from '#domain/formats/exchange-model.ts';
import type { PointTextLayout } from '#domain/formats/point-text/layout.ts';

/** A drawing that was read, with what its file says of its system. */
export interface OpenedDrawing {
  readonly read: ReadDrawing;
  readonly declared: DescribedSystem;
}

export type ImportState =
  | { readonly kind: 'reading' }
  | { readonly kind: 'failed'; readonly error: unknown }
  | ({ readonly kind: 'read' } & OpenedDrawing);

/** The drawing as it would be taken. */
export interface PlacedImport {
  readonly records: ImportedRecords;
  readonly notes: readonly ErrorRecord[];
}

const unsaid: ImportChoice = { system: null, other: null, unit: null, isSwapped: false };

/** Reads the chosen files, places the drawing as it is said, and shows it over the own one. */
export function useImport(editor: Editor, files: readonly File[]) {
  const [state, setState] = useState<ImportState>({ kind: 'reading' });
  const [points, setPoints] = useState<PointTextLayout>({});
  const [codes, setCodes] = useState<CodeTable | null>(null);
  const [choice, setChoice] = useState<ImportChoice>(unsaid);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [placed, setPlaced] = useState<PlacedImport | null>(null);
  const [error, setError] = useState<unknown>(null);
  const survey = useMemo(() => surveyOf(editor), [editor]);

  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    setState({ kind: 'reading' });
    openDrawing(editor, files, { points, codes }, signal).then(
      (opened) => {
        if (signal.aborted) return;
        setState({ kind: 'read', ...opened });
        setChoice((before) => (before.system === null ? firstChoice(opened, editor) : before));
      },
      (failure: unknown) => !signal.aborted && setState({ kind: 'failed', error: failure }),
    );
    return () => controller.abort();
  }, [editor, files, points, codes]);

  const opened = state.kind === 'read' ? state : null;
  const facts = useMemo(() => (opened ? factsOf(opened, editor) : null), [opened, editor]);
  useEffect(() => {
    const placement = opened && facts && placementOf(facts, choice);
    const controller = new AbortController();
    if (opened === null || placement === null) {
      setPlaced(null);
      void editor.dispatch('import.show', { records: null }, 'panel');
      return;
    }
    const { signal } = controller;
    editor.drawingFiles
      .place(withoutLayers(opened.read, left), placement, signal)
      .then(({ drawing, notes }) => {
        const records = importRecords(drawing, editor.views.document, editor.createId);
        if (signal.aborted) return;
        setError(null);
        setPlaced({ records, notes: [...notes, ...records.notes] });
        void editor.dispatch('import.show', { records, isFitted: true }, 'panel');
      })
      .catch((failure: unknown) => {
        if (signal.aborted) return;
        setPlaced(null);
        setError(failure);
      });
    return () => controller.abort();
  }, [editor, opened, facts, choice, left]);

  useEffect(() => () => void editor.dispatch('import.show', { records: null }, 'panel'), [editor]);
  const change = useCallback((part: Partial<ImportChoice>) => setChoice((now) => ({ ...now, ...part })), []);
  return {
    state,
    facts,
    survey,
    choice,
    change,
    left,
    setLeft,
    points,
    setPoints,
    codes,
    setCodes,
    placed,
    error,
  };
}

async function openDrawing(
  editor: Editor,
  files: readonly File[],
  { points, codes }: { readonly points: PointTextLayout; readonly codes: CodeTable | null },
  signal: AbortSignal,
): Promise<OpenedDrawing> {
  const names = files.map(({ name }) => name);
  const options = { signal, points, ...(codes ? { codes } : {}) };
  const read = await editor.drawingFiles.read(files, names, options);
  return { read, declared: await describeDeclared(read.system, names[0] ?? '') };
}

/** What the file says needs no answer; a file that says nothing leaves the question open. */
function firstChoice({ declared }: OpenedDrawing, editor: Editor): ImportChoice {
  const isKnown = declared.definition !== null && editor.facts.system !== null;
  return { ...unsaid, system: isKnown ? 'file' : null };
}

function factsOf({ read, declared }: OpenedDrawing, editor: Editor): ImportFacts {
  const { system, coordinateUnit, verticalUnit } = editor.facts;
  return {
    fileSystem: declared.definition,
    fileUnit: read.unit ?? declared.unit,
    projectSystem: system,
    projectUnit: coordinateUnit,
    projectHeightUnit: verticalUnit,
  };
}

/** The survey in plan, before anything is shown over it. */
function surveyOf(editor: Editor): PlanExtent | null {
  const bounds = editor.sceneBounds();
  return bounds && { min: [bounds.min[0], bounds.min[1]], max: [bounds.max[0], bounds.max[1]] };
}

function withoutLayers(drawing: ExchangeDrawing, left: ReadonlySet<string>): ExchangeDrawing {
  if (left.size === 0) return drawing;
  const isTaken = ({ layer }: { readonly layer: string }) => !left.has(layer);
  return {
    ...drawing,
    layers: drawing.layers.filter(({ name }) => !left.has(name)),
    features: drawing.features.filter(isTaken),
    texts: (drawing.texts ?? []).filter(isTaken),
    surfaces: (drawing.surfaces ?? []).filter(isTaken),
  };
}

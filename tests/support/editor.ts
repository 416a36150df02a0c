import { createEditor, type Editor } from '#core/editor.ts';
import type {
  DrawingStore,
  PendingEdits,
  PendingStore,
  SaveResult,
  StoredDrawing,
} from '#core/ports/drawing-store.ts';
import type { EditorPorts } from '#core/ports/editor-ports.ts';
import type { KnownAccuracy, SurfaceAccess } from '#core/ports/surface.ts';
import type { ProjectFacts } from '#core/state/project-facts.ts';
import type { PointerInput } from '#core/tools/tool-state.ts';
import { drawingSchemaVersion } from '#domain/drawing/document.ts';
import { exportFile } from '#domain/drawing/export/export-file.ts';
import { placeDrawing } from '#domain/drawing/import/place-drawing.ts';
import { readDrawingFiles } from '#domain/drawing/import/read-drawing-file.ts';
import {
  applyOperations,
  contestedIds,
  type DrawingOperation,
  featureWithoutLayer,
  savedOf,
  tablesOf,
} from '#domain/drawing/operations.ts';
import { blobSource } from '#domain/formats/blob-source.ts';
import { memorySink } from '#domain/formats/byte-sink.ts';
import { createGrid, frameCovering, type Grid } from '#domain/geometry/grid/grid.ts';
import { METRE } from '#domain/units/units.ts';
import { openSql } from '#workers/io/open-sql.ts';
import { createFakeViewport, type FakeViewport } from './fake-viewport.ts';
import { createManualClock, type ManualClock } from './manual-clock.ts';

/** A file that the editor downloaded. */
export interface HandedFile {
  readonly name: string;
  readonly text: string;
}

/** An editor with all ports in memory. */
export interface EditorBench {
  readonly editor: Editor;
  readonly viewport: FakeViewport;
  readonly clock: ManualClock;
  readonly server: MemoryDrawings;
  readonly files: HandedFile[];
  /** Runs pending animation frames. */
  frame(): void;
  /** Awaits a click at a place of the view. */
  click(x: number, y: number, more?: Partial<PointerInput>): Promise<void>;
  /** A press at the first place, moves to the others, and release at the last. */
  drag(...places: readonly (readonly [x: number, y: number, more?: Partial<PointerInput>])[]): Promise<void>;
}

/** A drawing kept in memory, as a server keeps it. */
export interface MemoryDrawings extends DrawingStore {
  stored: StoredDrawing;
  /** Loads and saves fail while this is set. */
  failure: Error | null;
  saves: number;
  /** Bytes of the last save. */
  sent: number;
}

export function createMemoryDrawings(): MemoryDrawings {
  /** Operations of each revision, from 1; null for whole documents. */
  const history: (readonly DrawingOperation[] | null)[] = [];
  const since = (base: number) => {
    const later = history.slice(base);
    return later.every((operations) => operations !== null) ? later.flat() : null;
  };
  const put = (document: unknown, operations: readonly DrawingOperation[] | null) => {
    history.push(operations);
    const copy: unknown = JSON.parse(JSON.stringify(document));
    store.stored = { revision: history.length, document: copy, savedBy: 'me', readOnlyReason: null };
  };
  const conflict = (base: number): SaveResult => {
    const { revision, savedBy } = store.stored;
    return { status: 'conflict', current: { revision, savedBy, operations: since(base) } };
  };
  const begin = (body: unknown) => {
    store.saves++;
    store.sent = JSON.stringify(body).length;
    if (store.failure) throw store.failure;
  };
  const store: MemoryDrawings = {
    stored: { revision: 0, document: null, savedBy: null, readOnlyReason: null },
    failure: null,
    saves: 0,
    sent: 0,
    async load() {
      if (store.failure) throw store.failure;
      while (history.length < store.stored.revision) history.push(null);
      return store.stored;
    },
    async save(baseRevision, document) {
      begin(document);
      if (baseRevision !== store.stored.revision) return conflict(baseRevision);
      put(document, null);
      return { status: 'saved', revision: store.stored.revision, merged: [] };
    },
    async patch(baseRevision, operations) {
      begin(operations);
      const merged = since(baseRevision);
      if (merged === null || contestedIds(operations, merged).size > 0) return conflict(baseRevision);
      const tables = tablesOf(JSON.parse(JSON.stringify(store.stored.document)));
      applyOperations(tables, JSON.parse(JSON.stringify(operations)));
      const after = savedOf(tables, drawingSchemaVersion);
      if (featureWithoutLayer(after)) return conflict(baseRevision);
      put(after, operations);
      return { status: 'saved', revision: store.stored.revision, merged };
    },
  };
  return store;
}

/** What was kept on a machine. */
export function createMemoryPending(): PendingStore & { kept: PendingEdits | null } {
  const store = {
    kept: null as PendingEdits | null,
    read: async () => store.kept,
    keep: async (pending: PendingEdits | null) => {
      store.kept = pending && JSON.parse(JSON.stringify(pending));
    },
  };
  return store;
}

/** A surface of 1-unit cells over (−50 … 250)² from a function. */
export function createSurface(
  height: (x: number, y: number) => number,
  known: KnownAccuracy | null = null,
  pointSpacing: number | null = null,
): SurfaceAccess {
  const surface: SurfaceAccess = {
    name: 'Ground',
    readAccuracy: async () => known,
    async lend(...asked) {
      const window = await surface.readWindow(...asked);
      return { part: { window }, transfer: [], end: () => {} };
    },
    async readWindow(rect) {
      const cut = (value: number) => Math.max(-250, Math.min(250, value));
      const frame = frameCovering(
        {
          minX: cut(rect.minX - 1),
          minY: cut(rect.minY - 1),
          maxX: cut(rect.maxX + 1),
          maxY: cut(rect.maxY + 1),
        },
        1,
      );
      const grid: Grid = createGrid(frame);
      for (let row = 0; row < grid.height; row++) {
        for (let column = 0; column < grid.width; column++) {
          grid.values[row * grid.width + column] = height(grid.originX + column, grid.originY - row);
        }
      }
      return { grid, nativeCellSize: 1, pointSpacing };
    },
  };
  return surface;
}

const metreFacts: ProjectFacts = {
  name: 'Site',
  coordinateUnit: METRE,
  horizontalUnit: METRE,
  verticalUnit: METRE,
  isVerticalUnitAssumed: false,
  epsg: 26917,
  wkt: null,
  crsName: 'NAD83 / UTM zone 17N',
  system: null,
  canEdit: true,
  firstLayerName: 'Drawing',
};

interface BenchOptions {
  readonly facts?: Partial<ProjectFacts>;
  readonly ports?: Partial<EditorPorts>;
  readonly server?: MemoryDrawings;
  readonly viewport?: FakeViewport;
  /** Shared by editors of one machine. */
  readonly clipboard?: { text: string };
}

/** Creates an editor with an opened, empty drawing. */
export async function createBench(options: BenchOptions = {}): Promise<EditorBench> {
  const viewport = options.viewport ?? createFakeViewport();
  const clock = createManualClock();
  const server = options.server ?? createMemoryDrawings();
  const clipboard = options.clipboard ?? { text: '' };
  const files: HandedFile[] = [];
  let frames: (() => void)[] = [];
  let ids = 0;
  const editor = createEditor(
    {
      viewport,
      tasks: options.ports?.tasks ?? (await import('./local-tasks.ts')).createLocalTasks(),
      drawings: server,
      pending: null,
      surface: null,
      top: null,
      clouds: null,
      overlayImages: null,
      drawingFiles: {
        read: (files, names, options) =>
          readDrawingFiles(
            files.map((file, i) => blobSource(file, names[i] ?? '')),
            { ...options, openSql },
          ),
        write: (drawing, order, options) => exportFile(drawing, order, { ...options, openSql }),
        place: async (drawing, placement) => placeDrawing(drawing, placement),
      },
      files: {
        copyText: async (text) => {
          clipboard.text = text;
        },
        readText: async () => clipboard.text,
        save(name, _mediaType, parts) {
          const decoder = new TextDecoder('latin1');
          const text = parts.map((part) => (typeof part === 'string' ? part : decoder.decode(part))).join('');
          files.push({ name, text });
        },
        async draft() {
          const sink = memorySink();
          return {
            sink,
            save: async (name) => {
              files.push({ name, text: new TextDecoder('latin1').decode(sink.bytes()) });
            },
            discard: async () => undefined,
          };
        },
      },
      clock,
      requestFrame(run) {
        frames.push(run);
        return () => {
          frames = frames.filter((other) => other !== run);
        };
      },
      createId: () => `id-${++ids}`,
      numberText: (value, digits) => value.toFixed(digits),
      purposeText: (purpose) => purpose,
      ...options.ports,
    },
    { ...metreFacts, ...options.facts },
  );
  await editor.open();
  const input = (x: number, y: number, more: Partial<PointerInput> = {}): PointerInput => ({
    x,
    y,
    button: 0,
    isTouch: false,
    hasShift: false,
    clickCount: 1,
    ...more,
  });
  return {
    editor,
    viewport,
    clock,
    server,
    files,
    frame() {
      const due = frames;
      frames = [];
      for (const run of due) run();
    },
    async click(x, y, more) {
      editor.tools.pointerDown(input(x, y, more));
      editor.tools.pointerUp(input(x, y, more));
      await editor.settle();
    },
    async drag(...places) {
      const [first, ...rest] = places;
      editor.tools.pointerDown(input(...first!));
      for (const place of rest) editor.tools.pointerMove(input(...place));
      editor.tools.pointerUp(input(...places.at(-1)!));
      await editor.settle();
    },
  };
}

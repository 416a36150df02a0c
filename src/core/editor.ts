import { AppError } from '#domain/errors/app-error.ts';
import type { ScreenPoint, WorldPoint } from '#domain/view/camera.ts';
import type { CopcLayer, TerrainLayer } from '#domain/view/scene.ts';
import type { Command } from './commands/command.ts';
import { createCommandQueue } from './commands/command-queue.ts';
import type { CommandSource } from './commands/command-source.ts';
import { commandTable } from './commands/command-table.ts';
import type { CommandId, CommandPayloads } from './commands/payloads.ts';
import type { EditorContext, EditorPorts, ProjectFacts } from './editor-context.ts';
import { applyEdit, disposeEdit } from './history/edit.ts';
import { createHistory } from './history/history.ts';
import { addNotice, createJobs } from './jobs.ts';
import { heightFactor } from './measure/height-factor.ts';
import { recordOf } from './measure/surface-measurer.ts';
import { createDrawingSaver } from './save/drawing-saver.ts';
import { showDerived } from './scene/derived-scene.ts';
import { createDrawingScene } from './scene/drawing-scene.ts';
import { createStore, type StoreViews } from './store/store.ts';
import type { SurfaceRegistry } from './surface/surface-registry.ts';
import { createToolHost, type ToolHost } from './tools/tool-host.ts';
import { fitView, joinBounds } from './view/fit-view.ts';
import { createCursor, followViewport, showAttached } from './view/view-status.ts';
import { withLevel } from './view/with-level.ts';

/** A product to be shown. */
export interface SceneSource {
  readonly layer: CopcLayer | TerrainLayer;
  /** Name of the product, key of its text. */
  readonly product: string;
}

/** The editor of one project's canvas: everything panels, shortcuts and tools reach it through. */
export interface Editor {
  readonly views: StoreViews;
  readonly facts: ProjectFacts;
  readonly tools: ToolHost;
  /**
   * Checks, takes a place in line, runs and records a command. Resolves when it is done: false where it failed, which
   * becomes a notice. A command that is not enabled when its turn comes does nothing.
   */
  dispatch<Id extends CommandId>(
    id: Id,
    payload: CommandPayloads[Id],
    source: CommandSource,
  ): Promise<boolean>;
  isEnabled<Id extends CommandId>(id: Id, payload: CommandPayloads[Id]): boolean;
  /** Adds a product to the scene. */
  addSource(source: SceneSource): void;
  /** Draws on a canvas; the answer lets it go. */
  attach(canvas: HTMLCanvasElement): () => void;
  /** The pointer moved over the picture, or left it. */
  trackCursor(at: { readonly x: number; readonly y: number } | null): void;
  /**
   * Tells where world places fall in the picture, now and after every frame that moved them. The answer stops that.
   * Places without an elevation lie on the terrain.
   */
  watchPlaces(places: readonly WorldPoint[], listener: (screen: readonly ScreenPoint[]) => void): () => void;
  /** Reads the saved drawing. */
  open(): Promise<void>;
  /** Whether leaving now would lose something. */
  readonly hasUnsaved: boolean;
  /** Resolves when no command and no job is left. */
  settle(): Promise<void>;
  /** Saves what is unsaved and ends. The viewport is the caller's. */
  dispose(): Promise<void>;
}

/** Makes the editor of a project. Ports are borrowed. */
export function createEditor(ports: EditorPorts, facts: ProjectFacts): Editor {
  const store = createStore();
  const queue = createCommandQueue();
  const history = createHistory(store);
  const jobs = createJobs(store);
  const surfaces: SurfaceRegistry = new Map();
  const saver = createDrawingSaver({
    store,
    drawings: ports.drawings,
    clock: ports.clock,
    canEdit: facts.canEdit,
    firstLayerName: facts.firstLayerName,
  });
  const zFactor = heightFactor(facts);
  const context: EditorContext = { ports, facts, zFactor, store, history, jobs, saver, surfaces };
  const { viewport } = ports;
  const scene = createDrawingScene(store, ports);
  const stops = [
    () => scene.dispose(),
    showDerived(store, viewport, surfaces),
    viewport.on('layerReady', () => showSurvey()),
    followViewport(store, viewport),
    store.onDocumentChange((dirty) => {
      if (!dirty.isLoad) saver.changed();
    }),
  ];
  store.setWorkspace({ display: viewport.display, cameraMode: viewport.camera.mode });

  /** Brings the survey into sight once, when the first product tells where it is and there is a picture. */
  let isSurveyShown = false;
  function showSurvey(): void {
    if (isSurveyShown) return;
    const { scene, insets } = store.views.workspace;
    const shown = scene.filter((entry) => entry.isVisible);
    const hasRgb = shown.some(({ id }) => viewport.summary(id)?.hasRgb);
    if (hasRgb) viewport.setDisplay({ colourMode: 'rgb' });
    store.setWorkspace({ display: viewport.display });
    const boxes = shown.flatMap(({ id }) => viewport.summary(id)?.bounds ?? []);
    if (boxes.length > 0) isSurveyShown = fitView(viewport, insets, joinBounds(boxes));
  }

  function commandOf<Id extends CommandId>(id: Id): Command<Id> {
    return commandTable[id] as unknown as Command<Id>;
  }

  function isEnabled<Id extends CommandId>(id: Id, payload: CommandPayloads[Id]): boolean {
    return commandOf(id).enabled?.(store.views, payload) ?? true;
  }

  /** Runs a command whose turn it is. Synchronous where the command is, so that its effect shows at once. */
  function perform<Id extends CommandId>(id: Id, payload: CommandPayloads[Id]): void | Promise<void> {
    if (!isEnabled(id, payload)) return;
    const command = commandOf(id);
    const answer = command.run(context, payload);
    return answer instanceof Promise ? answer.then((edit) => take(command, edit)) : take(command, answer);
  }

  function take<Id extends CommandId>(
    { recording, labelKey }: Command<Id>,
    edit: Awaited<ReturnType<Command<Id>['run']>>,
  ): void | Promise<void> {
    if (edit === null) return tellHistory();
    const record = () => {
      if (recording === 'record') history.record(labelKey, edit);
      else if (recording === 'merge') history.merge(labelKey, edit);
      else disposeEdit(edit);
      tellHistory();
    };
    const applied = applyEdit(edit, store);
    return applied instanceof Promise ? applied.then(record) : record();
  }

  function tellHistory(): void {
    const { undoLabel: undo, redoLabel: redo } = history;
    const shown = store.views.workspace.history;
    if (shown.undo !== undo || shown.redo !== redo) store.setWorkspace({ history: { undo, redo } });
  }

  const editor: Editor = {
    views: store.views,
    facts,
    get tools() {
      return tools;
    },
    isEnabled,
    async dispatch(id, payload, source) {
      try {
        await queue.enqueue(() => perform(id, payload));
        return true;
      } catch (error) {
        addNotice(store, recordOf(error, id), source);
        return false;
      } finally {
        tools.follow(store.views.workspace.tool);
      }
    },
    addSource({ layer, product }) {
      viewport.addLayer(layer);
      const { id, kind, isVisible } = layer;
      const opacity = layer.kind === 'terrain' ? layer.opacity : 1;
      store.setWorkspace({
        scene: [...store.views.workspace.scene, { id, kind, product, isVisible, opacity }],
      });
    },
    attach(canvas) {
      void viewport.attach(canvas).then(
        (result) => {
          showAttached(store, result);
          showSurvey();
        },
        (error: unknown) => {
          const detail = error instanceof AppError ? error.message : String(error);
          store.setStatus({ device: { kind: 'unsupported', reason: 'no-device', detail } });
        },
      );
      return () => viewport.detach();
    },
    trackCursor: createCursor(store, viewport),
    watchPlaces(places, listener) {
      const tell = () => listener(places.map((place) => viewport.project(withLevel(viewport, place))));
      tell();
      return viewport.on('frame', tell);
    },
    async open() {
      const document = await saver.load();
      if (document !== null) await editor.dispatch('document.load', { document }, 'program');
    },
    get hasUnsaved() {
      return saver.hasUnsaved;
    },
    async settle() {
      await queue.settle();
      await jobs.settle();
      await queue.settle();
    },
    async dispose() {
      jobs.dispose();
      await saver.save();
      saver.dispose();
      for (const stop of stops) stop();
    },
  };
  const tools = createToolHost({
    views: store.views,
    viewport,
    dispatch: (id, payload) => void editor.dispatch(id, payload, 'tool'),
    hover: scene.hover,
  });
  return editor;
}

import { proxy, ref } from 'valtio/vanilla';
import type { DrawingDocument, SavedView } from '#domain/drawing/document.ts';
import type { DrawingFeature } from '#domain/drawing/feature.ts';
import type { FeatureCode } from '#domain/drawing/feature-code.ts';
import type { DrawingLayer } from '#domain/drawing/layer.ts';
import type { DrawingOverlay } from '#domain/drawing/overlay.ts';
import { defaultDisplay } from '#viewport/display.ts';
import { defaultLock } from '../state/angle-lock.ts';
import { noBasemap } from '../state/basemap.ts';
import { defaultSnap } from '../state/snap-settings.ts';
import type { DocumentState, StatusState, TableName, WorkspaceState } from '../state/state.ts';

/** A table of the document and its records. */
export interface DocumentTables {
  readonly features: DrawingFeature;
  readonly layers: DrawingLayer;
  readonly views: SavedView;
  readonly codes: FeatureCode;
  readonly overlays: DrawingOverlay;
}

/** A record to be set, or removed (null). */
export type RecordValue = {
  [T in TableName]: { readonly table: T; readonly id: string; readonly record: DocumentTables[T] | null };
}[TableName];

/** The three proxies, read-only to the type checker; subscribe with valtio. */
export interface StoreViews {
  readonly document: Readonly<DocumentState>;
  readonly workspace: Readonly<WorkspaceState>;
  readonly status: Readonly<StatusState>;
}

/** Dirty records: ids by table. */
export type DirtyRecords = { readonly [T in TableName]: ReadonlySet<string> } & {
  /** The document was loaded, or changed elsewhere: there is nothing to save. */
  readonly isLoad: boolean;
};

/** Values to put into workspace and status; the others stay. */
export interface StorePatch {
  readonly workspace?: Partial<WorkspaceState>;
  readonly status?: Partial<StatusState>;
}

/** The only holder of the writable proxies. */
export interface Store {
  readonly views: StoreViews;
  /**
   * Sets and removes records; listeners are called once.
   * @param isLoad the values were saved elsewhere
   */
  setRecords(values: readonly RecordValue[], isLoad?: boolean): void;
  /** Replaces the whole document. */
  loadDocument(document: DrawingDocument): void;
  setWorkspace(patch: Partial<WorkspaceState>): void;
  setStatus(patch: Partial<StatusState>): void;
  /** Subscribes to every change of the document at once; returns a disposer. */
  onDocumentChange(listener: (dirty: DirtyRecords) => void): () => void;
}

function firstWorkspace(): WorkspaceState {
  return {
    tool: 'select',
    purpose: null,
    activeLayerId: '',
    codeId: null,
    askedFeatureId: null,
    selection: [],
    selectionAction: 'replace',
    selectionOutline: null,
    selectedVertex: null,
    draft: null,
    segmentMode: 'line',
    measurement: null,
    volume: { base: 'triangulated', elevation: 0, statedSigma: null, isOnTop: false },
    viewMode: '3d',
    activePane: 'first',
    cameraMode: '3d',
    paneModes: { first: '3d', second: '3d' },
    isParallel: false,
    isLocked: true,
    paneRoom: null,
    divider: 0.5,
    hidden: { first: [], second: [] },
    insets: { left: 0, right: 0, isStacked: false },
    display: defaultDisplay,
    clipInHand: null,
    snap: defaultSnap,
    angleLock: defaultLock,
    entry: { order: 'xyz', lengths: 'ground', lineId: null },
    basemap: noBasemap,
    scene: [],
    derived: [],
    filletRadius: 1,
    pasted: null,
    imported: null,
    overlayEditing: null,
    profile: null,
    viewHistory: { canGoBack: false, canGoForward: false },
    isFlying: false,
    overlay: null,
    history: { undo: null, redo: null },
  };
}

function firstStatus(): StatusState {
  return {
    device: { kind: 'starting' },
    save: { kind: 'loading' },
    cursor: null,
    snapped: null,
    unitsPerPixel: 0,
    groundPerPixel: 0,
    loading: 0,
    isDraft: true,
    pointsDrawn: 0,
    profile: null,
    selectionReport: null,
    jobs: [],
    notices: [],
    written: null,
    systemNotes: {},
    summaries: {},
  };
}

/**
 * Creates an empty store. Records are held unproxied: they are replaced whole. The table of features is not proxied
 * either, since it may have 100,000 entries: `revision` says that it changed.
 */
export function createStore(): Store {
  const document = proxy<DocumentState>({
    layers: {},
    features: featureTable(),
    views: {},
    codes: {},
    overlays: {},
    revision: 0,
  });
  const workspace = proxy<WorkspaceState>(firstWorkspace());
  const status = proxy<StatusState>(firstStatus());
  const listeners = new Set<(dirty: DirtyRecords) => void>();
  const notify = (dirty: DirtyRecords) => {
    document.revision++;
    for (const listener of listeners) listener(dirty);
  };

  return {
    views: { document, workspace, status },
    setRecords(values, isLoad = false) {
      const dirty = noRecords();
      for (const { table, id, record } of values) {
        const records = document[table] as Record<string, object>;
        if (record === null) delete records[id];
        else records[id] = table === 'features' ? record : ref({ ...record });
        dirty[table].add(id);
      }
      notify({ ...dirty, isLoad });
    },
    loadDocument(next) {
      const dirty = noRecords();
      for (const table of Object.keys(dirty) as TableName[]) {
        for (const id of Object.keys(document[table])) dirty[table].add(id);
        for (const id of Object.keys(next[table])) dirty[table].add(id);
      }
      document.layers = held(next.layers);
      document.features = featureTable(next.features);
      document.views = held(next.views);
      document.codes = held(next.codes);
      document.overlays = held(next.overlays);
      notify({ ...dirty, isLoad: true });
    },
    setWorkspace: (patch) => void Object.assign(workspace, patch),
    setStatus: (patch) => void Object.assign(status, patch),
    onDocumentChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function held<R extends object>(records: Readonly<Record<string, R>>): Record<string, R> {
  return Object.fromEntries(Object.entries(records).map(([id, record]) => [id, ref({ ...record })]));
}

/** No ids of any table. */
function noRecords(): Record<TableName, Set<string>> {
  return {
    features: new Set(),
    layers: new Set(),
    views: new Set(),
    codes: new Set(),
    overlays: new Set(),
  };
}

/** A table of features that valtio does not proxy. */
function featureTable(
  features: Readonly<Record<string, DrawingFeature>> = {},
): Record<string, DrawingFeature> {
  return ref({ ...features }) as Record<string, DrawingFeature>;
}

/** Applies a patch to the store. */
export function applyPatch(store: Store, { workspace, status }: StorePatch): void {
  if (workspace !== undefined) store.setWorkspace(workspace);
  if (status !== undefined) store.setStatus(status);
}

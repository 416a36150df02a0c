import type { PastedRecords } from '#domain/drawing/clip/paste-records.ts';
import type { SavedView } from '#domain/drawing/document.ts';
import type { EntryForm } from '#domain/drawing/entry/entry-reader.ts';
import type { DrawingFeature, FeaturePurpose } from '#domain/drawing/feature.ts';
import type { FeatureCode } from '#domain/drawing/feature-code.ts';
import type { ImportedRecords } from '#domain/drawing/import/import-records.ts';
import type { DrawingLayer } from '#domain/drawing/layer.ts';
import type { DrawingOverlay } from '#domain/drawing/overlay.ts';
import type { ErrorRecord } from '#domain/errors/app-error.ts';
import type { Rect } from '#domain/geometry/grid/grid.ts';
import type { BaseKind } from '#domain/geometry/volume/volume-base.ts';
import type { CameraMode } from '#domain/view/camera.ts';
import type { Snap } from '#domain/view/snap.ts';
import type { PaneId, ViewMode } from '#domain/view/view-mode.ts';
import type { DisplaySettings } from '#viewport/display.ts';
import type { LayerSummary, UnsupportedReason } from '#viewport/viewport-types.ts';
import type { AngleLock } from './angle-lock.ts';
import type { BasemapSettings } from './basemap.ts';
import type { CommandSource } from './command-source.ts';
import type { Measurement } from './measurement.ts';
import type { OverlayEditing } from './overlay-editing.ts';
import type { Insets, PaneRoom } from './pane-room.ts';
import type { PickToolId } from './pick-tools.ts';
import type { Profile } from './profile-data.ts';
import type { SelectionAction, SelectionOutline, SelectionReport, SelectToolId } from './selection-area.ts';
import type { SnapSettings } from './snap-settings.ts';

/** The tables of the document. */
export type TableName = 'features' | 'layers' | 'views' | 'codes' | 'overlays';

/** The current drawing. Records are replaced, never changed in place. */
export interface DocumentState {
  layers: Record<string, DrawingLayer>;
  /** Not proxied: subscribe to `revision`. */
  features: Record<string, DrawingFeature>;
  views: Record<string, SavedView>;
  codes: Record<string, FeatureCode>;
  overlays: Record<string, DrawingOverlay>;
  /** Increases with every change. */
  revision: number;
}

export const drawTools = [
  'point',
  'polyline',
  'polygon',
  'circle',
  'circle-3',
  'arc',
  'rectangle',
  'rectangle-3',
] as const;
export const measureTools = ['location', 'distance', 'angle', 'area', 'volume'] as const;
export type DrawToolId = (typeof drawTools)[number];
export type MeasureToolId = (typeof measureTools)[number];
/** `pair`: places of the site for the pairs of an overlay. */
export type ToolId = 'select' | 'pair' | 'paste' | PickToolId | SelectToolId | DrawToolId | MeasureToolId;

/** What is being drawn: xyz per placed vertex, length 3n. */
export interface Draft {
  readonly tool: DrawToolId | MeasureToolId;
  readonly coordinates: readonly number[];
  /** A number per vertex as of a feature, where segments are arcs. */
  readonly bulges?: readonly number[];
}

/** How the next vertex of a line is reached: straight, by an arc that goes on in the line's direction, or along a drawn line. */
export const segmentModes = ['line', 'arc', 'trace'] as const;
export type SegmentMode = (typeof segmentModes)[number];

/** A product shown in the scene. */
export interface SceneEntry {
  readonly id: string;
  readonly kind: 'copc' | 'terrain' | 'image';
  /** Name of the product, key of its text. */
  readonly product: string;
  readonly isVisible: boolean;
  /** 0 to 1; terrain and images only. */
  readonly opacity: number;
}

/** A TIN or contours made from a selection; the registry holds their arrays by id. */
export interface DerivedEntry {
  readonly id: string;
  readonly kind: 'tin' | 'contours';
  readonly isVisible: boolean;
  /** Triangles, or contour lines. */
  readonly count: number;
  /** Contour interval in the vertical unit; null for a TIN. */
  readonly interval: number | null;
}

/** How a volume is measured. Elevation and accuracy in the horizontal unit. */
export interface VolumeSettings {
  readonly base: BaseKind;
  readonly elevation: number;
  /** Stated vertical accuracy (one standard deviation); null when not known. */
  readonly statedSigma: number | null;
  /** Measured on the surface model where there is one beside the elevation model, objects on the ground included. */
  readonly isOnTop: boolean;
}

/** `help`: the keys; `commands`: the command palette; `figures`: cost of the view; `description`: what it shows, in words. */
export type Overlay = 'help' | 'commands' | 'figures' | 'description';

/** How typed lines are read. */
export interface EntrySettings {
  readonly order: EntryForm['order'];
  /** Where typed lengths are measured: on the ground, or in the plane of the map. */
  readonly lengths: 'ground' | 'grid';
  /** The line that stations run along; null where none is chosen. */
  readonly lineId: string | null;
}

/** What is pasted, in the drawing's system, and the rectangle round it in plan. */
export interface HeldPaste {
  readonly records: PastedRecords;
  readonly rect: Rect;
}

/** The user's current working state; not saved. */
export interface WorkspaceState {
  tool: ToolId;
  /** Purpose of drawn features, where their kind allows it. */
  purpose: FeaturePurpose | null;
  activeLayerId: string;
  /** The code of what is drawn next, where it can be of that kind; null for none. */
  codeId: string | null;
  /** The feature drawn last, while its attributes are asked for. */
  askedFeatureId: string | null;
  selection: readonly string[];
  selectionAction: SelectionAction;
  /** The area that is being drawn to select by. */
  selectionOutline: SelectionOutline | null;
  selectedVertex: { readonly featureId: string; readonly index: number } | null;
  draft: Draft | null;
  segmentMode: SegmentMode;
  measurement: Measurement | null;
  volume: VolumeSettings;
  viewMode: ViewMode;
  /** The active pane, and its camera mode. */
  activePane: PaneId;
  cameraMode: CameraMode;
  paneModes: Readonly<Record<PaneId, CameraMode>>;
  /** Orthographic 3D. */
  isParallel: boolean;
  /** Whether the cameras of two panes are linked. */
  isLocked: boolean;
  /** The camera adjustment that fits panes; null with one pane, and for cameras that were made for two. */
  paneRoom: PaneRoom | null;
  /** Share of the view that the first of two panes takes. */
  divider: number;
  /** Products that one of two adjacent panes hides. */
  hidden: Readonly<Record<PaneId, readonly string[]>>;
  /** What panels cover of the view. */
  insets: Insets;
  display: DisplaySettings;
  /** The clip whose handles are shown. */
  clipInHand: string | null;
  snap: SnapSettings;
  angleLock: AngleLock;
  entry: EntrySettings;
  basemap: BasemapSettings;
  scene: readonly SceneEntry[];
  derived: readonly DerivedEntry[];
  /** Radius of corners that are rounded by a click, horizontal unit. */
  filletRadius: number;
  /** Features that are pasted where the next click is. */
  pasted: HeldPaste | null;
  /** A drawing of another program that may be taken, shown over the own one. */
  imported: ImportedRecords | null;
  overlayEditing: OverlayEditing | null;
  /** The section that is shown: its line in the drawing and its corridor's width, horizontal unit. */
  profile: { readonly featureId: string; readonly width: number } | null;
  /** Whether the view history has views to go back and forward to. */
  viewHistory: { readonly canGoBack: boolean; readonly canGoForward: boolean };
  /** True while keys fly the camera. */
  isFlying: boolean;
  /** What is shown about the view and the keys. */
  overlay: Overlay | null;
  /** Label keys of the steps that undo and redo would take. */
  history: { readonly undo: string | null; readonly redo: string | null };
}

export type DeviceState =
  | { readonly kind: 'starting' }
  | { readonly kind: 'ready'; readonly adapter: string; readonly isSoftware: boolean }
  | { readonly kind: 'lost' }
  | { readonly kind: 'unsupported'; readonly reason: UnsupportedReason; readonly detail: string };

export type SaveState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'saved' }
  | { readonly kind: 'unsaved' }
  | { readonly kind: 'saving' }
  | { readonly kind: 'failed'; readonly error: ErrorRecord }
  /** The saved drawing cannot be read, or may not be changed: it is never overwritten. */
  | { readonly kind: 'read-only'; readonly error: ErrorRecord | null }
  /** Others saved changes of records that were changed here too: `contested`. Their other changes are merged. */
  | {
      readonly kind: 'conflict';
      readonly savedBy: string | null;
      readonly revision: number;
      readonly contested: readonly Contested[];
    };

/** A record that was changed here and elsewhere. */
export interface Contested {
  readonly table: TableName;
  readonly id: string;
  /** Name of the record, or its rank; empty where neither is known. */
  readonly name: string;
  /** What they did to it. */
  readonly theirs: 'changed' | 'removed';
}

/** Long-running work. */
export interface Job {
  readonly id: string;
  readonly labelKey: string;
  /** 0 to 1; null while not known. */
  readonly fraction: number | null;
}

/** A failure to be shown once. */
export interface Notice {
  readonly id: number;
  readonly error: ErrorRecord;
  /** Source of the command that failed. */
  readonly source: CommandSource;
}

/** A file that was downloaded, and the changes that its format required. */
export interface WrittenFile {
  readonly name: string;
  readonly changes: readonly ErrorRecord[];
}

/** Status of background work. */
export interface StatusState {
  device: DeviceState;
  save: SaveState;
  /** World place under the pointer; z is NaN where there is nothing. */
  cursor: { readonly x: number; readonly y: number; readonly z: number } | null;
  /** What the place under the pointer snaps to. */
  snapped: Snap | null;
  /** Horizontal units a CSS pixel covers at the target. */
  unitsPerPixel: number;
  /** The same on the ground. */
  groundPerPixel: number;
  /** Nodes and tiles being loaded. */
  loading: number;
  /** The current frame is a reduced one; a frame in full quality follows. */
  isDraft: boolean;
  pointsDrawn: number;
  /** The section as it was cut last; its arrays are not proxied. */
  profile: Profile | null;
  /** What the last selection by area or condition found; null after others. */
  selectionReport: SelectionReport | null;
  jobs: readonly Job[];
  notices: readonly Notice[];
  /** The last file whose format required changes; null once that was read. */
  written: WrittenFile | null;
  /** What the files of layers leave undefined in their coordinate systems, by the layer's id. */
  systemNotes: Readonly<Record<string, readonly ErrorRecord[]>>;
  /** What is known of the scene's layers, by id. */
  summaries: Record<string, LayerSummary>;
}

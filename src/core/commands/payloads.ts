import type {
  DrawingDocument,
  DrawingFeature,
  DrawingLayer,
  FeatureKind,
  FeaturePurpose,
} from '#domain/drawing/document.ts';
import type { CameraMode } from '#domain/view/camera.ts';
import type { DisplaySettings } from '#domain/view/display.ts';
import type { ViewMode } from '#domain/view/view-mode.ts';
import type { CameraMove, PaneId } from '#domain/view/viewing.ts';
import type { ExportRequest } from '../export/export-request.ts';
import type { PointFileFormat } from '../ports/clouds.ts';
import type { BasemapPatch } from '../state/basemap.ts';
import type { Insets } from '../state/pane-room.ts';
import type { ScreenPlace } from '../state/screen-place.ts';
import type { SnapPatch } from '../state/snap-settings.ts';
import type { Overlay, SceneEntry, ToolId, VolumeSettings } from '../state/state.ts';

/** Where a standard view looks from. */
export type LookFrom = 'top' | 'south' | 'west' | 'north' | 'east';

/** Every command and what it takes. */
export interface CommandPayloads {
  'feature.add': {
    readonly kind: FeatureKind;
    readonly coordinates: readonly number[];
    readonly name?: string;
    readonly code?: string;
    readonly purpose?: FeaturePurpose;
  };
  'feature.delete': { readonly ids: readonly string[] };
  'feature.update': {
    readonly ids: readonly string[];
    readonly patch: Partial<Pick<DrawingFeature, 'name' | 'code' | 'layerId'>>;
  };
  /** Says what features are for; null: nothing but to be drawn. */
  'feature.purpose': { readonly ids: readonly string[]; readonly purpose: FeaturePurpose | null };
  'vertex.move': {
    readonly featureId: string;
    readonly index: number;
    readonly position: readonly [number, number, number];
  };
  /** Ends a drag: the vertex goes exactly where the pointer is. */
  'vertex.drop': { readonly featureId: string; readonly index: number; readonly at: ScreenPlace };
  'vertex.insert': {
    readonly featureId: string;
    /** The new vertex stands before this one. */
    readonly index: number;
    readonly position: readonly [number, number, number];
  };
  'vertex.delete': { readonly featureId: string; readonly index: number };
  'vertex.select': { readonly featureId: string; readonly index: number } | null;
  'layer.add': { readonly name: string };
  'layer.update': {
    readonly id: string;
    readonly patch: Partial<Pick<DrawingLayer, 'name' | 'colour' | 'lineType' | 'isVisible'>>;
  };
  'layer.delete': { readonly id: string };
  'layer.activate': { readonly id: string };
  /** Shows a document that was saved elsewhere; history is reset. */
  'document.load': { readonly document: DrawingDocument };
  /** Replaces the drawing in a step that can be undone. */
  'document.replace': { readonly document: DrawingDocument };
  'history.undo': null;
  'history.redo': null;
  'history.clear': null;
  'gesture.begin': { readonly labelKey: string };
  'gesture.commit': null;
  'gesture.cancel': null;
  'selection.set': { readonly ids: readonly string[] };
  /** Selects what is under the pointer; `isAdding` adds to or takes from the selection. */
  'selection.pick': { readonly at: ScreenPlace; readonly isAdding: boolean };
  'tool.choose': { readonly tool: ToolId };
  /** Says what the features drawn next are for, where their kind can be that. */
  'tool.purpose': { readonly purpose: FeaturePurpose | null };
  /** Places the next vertex of the draft under the pointer. */
  'draft.place': { readonly at: ScreenPlace };
  /** Takes the last vertex of the draft back. */
  'draft.back': null;
  'draft.finish': null;
  'draft.cancel': null;
  'measure.clear': null;
  /** Makes a feature of the measured shape. */
  'measure.keep': null;
  'measure.volume': { readonly settings: Partial<VolumeSettings> };
  /** Measures a feature of the drawing. */
  'measure.feature': { readonly id: string; readonly as: 'distance' | 'area' | 'volume' };
  'surface.tin': null;
  /** `interval` in the vertical unit; null chooses one. */
  'surface.contours': { readonly interval: number | null };
  'surface.show': { readonly id: string; readonly isVisible: boolean };
  'surface.remove': { readonly id: string };
  'view.mode': { readonly mode: ViewMode };
  /** Looks from above or in space; `pane`: where panes are free to choose, default the one in use. */
  'camera.mode': { readonly mode: CameraMode; readonly pane?: PaneId };
  /** Lets the cameras of both panes go together or alone. */
  'view.lock': { readonly isLocked: boolean };
  /** Share of the view that the first pane has. */
  'view.divide': { readonly share: number };
  /** Shows a product in one of two panes beside each other, or not. */
  'pane.show': { readonly pane: PaneId; readonly id: string; readonly isShown: boolean };
  /** Takes the perspective out of 3D, or brings it back. */
  'camera.parallel': { readonly isParallel: boolean };
  /** Shows everything, or what is selected. */
  'camera.fit': { readonly target: 'all' | 'selection' };
  'camera.zoom': { readonly factor: number };
  /** Looks from a side at what is shown now. */
  'camera.look': { readonly from: LookFrom };
  'camera.move': { readonly move: CameraMove };
  'camera.fly': { readonly isFlying: boolean };
  /** Goes to the view before or after this one. */
  'view.back': null;
  'view.forward': null;
  /** Keeps the view under a name. */
  'view.save': { readonly name: string };
  'view.rename': { readonly id: string; readonly name: string };
  'view.delete': { readonly id: string };
  'view.show': { readonly id: string };
  /** Shows a section along a line of the drawing. */
  'profile.open': { readonly id: string };
  /** Width of the corridor, horizontal unit. */
  'profile.width': { readonly width: number };
  'profile.close': null;
  'view.insets': Insets;
  'snap.set': SnapPatch;
  'basemap.set': BasemapPatch;
  /** Shows an overlay, or puts the same one away. */
  'overlay.toggle': { readonly overlay: Overlay };
  'display.set': { readonly patch: Partial<DisplaySettings> };
  /** Shows the handles of a box that clips, or of none. */
  'clip.hold': { readonly id: string | null };
  'scene.set': { readonly id: string; readonly patch: Partial<Pick<SceneEntry, 'isVisible' | 'opacity'>> };
  'save.now': null;
  /** After a conflict: saves this drawing over the other one, which stays among the revisions. */
  'conflict.keep-mine': null;
  /** After a conflict: shows the other drawing; undo brings this one back. */
  'conflict.take-theirs': null;
  'drawing.export': ExportRequest;
  /** Writes the points seen of the visible clouds, within the selected areas if asked; `name` without its ending. */
  'points.export': {
    readonly format: PointFileFormat;
    readonly name: string;
    readonly isWithinSelection: boolean;
  };
  /** Gives long work up. */
  'job.cancel': { readonly id: string };
  /** Hands a finished file over. */
  'file.save': {
    readonly name: string;
    readonly mediaType: string;
    readonly bytes: Uint8Array<ArrayBuffer>;
  };
  'clipboard.copy': { readonly text: string };
  'notice.dismiss': { readonly id: number };
  'written.dismiss': null;
}

export type CommandId = keyof CommandPayloads;

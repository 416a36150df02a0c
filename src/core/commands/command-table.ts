import type { CommandTable } from './command.ts';
import {
  conflictKeepMine,
  conflictTakeTheirs,
  documentLoad,
  documentReplace,
  saveNow,
} from './document-commands.ts';
import { draftBack, draftCancel, draftFinish, draftPlace } from './draft-commands.ts';
import { clipboardCopy, drawingExport } from './export-command.ts';
import { featureAdd, featureDelete, featureUpdate } from './feature-commands.ts';
import {
  gestureBegin,
  gestureCancel,
  gestureCommit,
  historyClear,
  historyRedo,
  historyUndo,
} from './history-commands.ts';
import { layerActivate, layerAdd, layerDelete, layerUpdate } from './layer-commands.ts';
import { measureClear, measureFeature, measureKeep, measureVolumeCommand } from './measure-commands.ts';
import { surfaceContours, surfaceRemove, surfaceShow, surfaceTin } from './surface-commands.ts';
import { vertexDelete, vertexDrop, vertexInsert, vertexMove, vertexSelect } from './vertex-commands.ts';
import {
  cameraFit,
  cameraMode,
  cameraZoom,
  displaySet,
  noticeDismiss,
  sceneSet,
  selectionPick,
  selectionSet,
  toolChoose,
  viewInsets,
} from './view-commands.ts';

/** Every command of the editor by id. */
export const commandTable: CommandTable = {
  'feature.add': featureAdd,
  'feature.delete': featureDelete,
  'feature.update': featureUpdate,
  'vertex.move': vertexMove,
  'vertex.drop': vertexDrop,
  'vertex.insert': vertexInsert,
  'vertex.delete': vertexDelete,
  'vertex.select': vertexSelect,
  'layer.add': layerAdd,
  'layer.update': layerUpdate,
  'layer.delete': layerDelete,
  'layer.activate': layerActivate,
  'document.load': documentLoad,
  'document.replace': documentReplace,
  'history.undo': historyUndo,
  'history.redo': historyRedo,
  'history.clear': historyClear,
  'gesture.begin': gestureBegin,
  'gesture.commit': gestureCommit,
  'gesture.cancel': gestureCancel,
  'selection.set': selectionSet,
  'selection.pick': selectionPick,
  'tool.choose': toolChoose,
  'draft.place': draftPlace,
  'draft.back': draftBack,
  'draft.finish': draftFinish,
  'draft.cancel': draftCancel,
  'measure.clear': measureClear,
  'measure.keep': measureKeep,
  'measure.volume': measureVolumeCommand,
  'measure.feature': measureFeature,
  'surface.tin': surfaceTin,
  'surface.contours': surfaceContours,
  'surface.show': surfaceShow,
  'surface.remove': surfaceRemove,
  'camera.mode': cameraMode,
  'camera.fit': cameraFit,
  'camera.zoom': cameraZoom,
  'view.insets': viewInsets,
  'display.set': displaySet,
  'scene.set': sceneSet,
  'save.now': saveNow,
  'conflict.keep-mine': conflictKeepMine,
  'conflict.take-theirs': conflictTakeTheirs,
  'drawing.export': drawingExport,
  'clipboard.copy': clipboardCopy,
  'notice.dismiss': noticeDismiss,
};

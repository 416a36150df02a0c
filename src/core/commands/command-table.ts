import {
  cameraFly,
  cameraLook,
  cameraMove,
  sightBack,
  sightForward,
  viewDelete,
  viewRename,
  viewSave,
  viewShow,
} from './camera-commands.ts';
import type { CommandTable } from './command.ts';
import {
  conflictKeepMine,
  conflictTakeTheirs,
  documentLoad,
  documentReplace,
  saveNow,
} from './document-commands.ts';
import { draftBack, draftCancel, draftFinish, draftPlace } from './draft-commands.ts';
import { clipboardCopy, drawingExport, fileSave } from './export-command.ts';
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
import { snapSet } from './snap-command.ts';
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
  'camera.look': cameraLook,
  'camera.move': cameraMove,
  'camera.fly': cameraFly,
  'sight.back': sightBack,
  'sight.forward': sightForward,
  'view.save': viewSave,
  'view.rename': viewRename,
  'view.delete': viewDelete,
  'view.show': viewShow,
  'view.insets': viewInsets,
  'display.set': displaySet,
  'snap.set': snapSet,
  'scene.set': sceneSet,
  'save.now': saveNow,
  'conflict.keep-mine': conflictKeepMine,
  'conflict.take-theirs': conflictTakeTheirs,
  'drawing.export': drawingExport,
  'file.save': fileSave,
  'clipboard.copy': clipboardCopy,
  'notice.dismiss': noticeDismiss,
};

import type { Editor } from '#core/editor.ts';
import { readable } from '#core/measure/quantities.ts';
import { fileNameOf } from '#domain/formats/file-name.ts';
import { writeImagePdf } from '#domain/formats/pdf/image-pdf.ts';
import type { CameraState } from '#domain/view/camera.ts';
import { unitsPerPixel } from '#domain/view/camera.ts';
import type { Text } from '#i18n/use-text.ts';
import { legendsOf } from './legend.ts';
import {
  type Box,
  canvasOf,
  contextOf,
  type Furniture,
  frameBandPx,
  paintFurniture,
} from './paint-snapshot.ts';
import { type PaperName, planAtScale, seenMiddle, sheetLayout } from './sheet.ts';
import { paintTitle, titleFields } from './title-block.ts';

/** Decorations of a saved snapshot. */
export interface SnapshotParts {
  readonly hasScale: boolean;
  readonly hasNorth: boolean;
  readonly hasLegend: boolean;
  readonly hasCoordinates: boolean;
}

/** A map sheet to be printed. */
export interface SheetRequest {
  readonly paper: PaperName;
  /** The N of 1:N. */
  readonly scale: number;
  readonly title: string;
}

/** Pixels of a sheet per millimetre: 254 dots per inch. */
const sheetPxPerMm = 10;
/** Millimetres of a CSS pixel on paper. */
const cssPxMm = 25.4 / 96;

/** Display settings on paper. */
const paperLook = { theme: 'light', hasGrid: false } as const;

function furnitureOf(
  editor: Editor,
  { t, format }: Text,
  camera: CameraState,
  box: { readonly width: number; readonly height: number },
  parts: SnapshotParts,
): Furniture {
  const { facts } = editor;
  const unit = unitsPerPixel(camera, box);
  const onGround = unit / editor.combinedScaleAt(camera.target);
  const lengthText = (length: number) => {
    const digits = Math.max(0, -Math.floor(Math.log10(length)));
    return `${format.number(length, digits)} ${readable('length', length, facts.horizontalUnit).unit}`.trim();
  };
  const [x, y] = camera.target;
  const isPlan = camera.mode === '2d';
  const coordinate = (value: number) =>
    format.number(value, facts.coordinateUnit?.kind === 'angular' ? 5 : 0);
  const system = facts.crsName ?? t('coordinateSystem.unknown');
  const { basemap } = editor.views.workspace;
  const line = t('snapshot.looksAt', { x: coordinate(x), y: coordinate(y), system });
  return {
    ...(isPlan && basemap.isShown && basemap.attribution !== '' ? { attribution: basemap.attribution } : {}),
    ...(parts.hasScale && facts.horizontalUnit !== null
      ? { scale: { unitsPerPixel: onGround, text: lengthText } }
      : {}),
    ...(parts.hasNorth
      ? { north: { yawRad: isPlan ? 0 : camera.yawRad, letter: t('snapshot.northLetter') } }
      : {}),
    ...(parts.hasLegend ? { legends: legendsOf(editor, t, format) } : {}),
    ...(parts.hasCoordinates
      ? {
          coordinates: isPlan
            ? {
                kind: 'frame',
                west: x - (box.width / 2) * unit,
                north: y + (box.height / 2) * unit,
                unitsPerPixel: unit,
                text: coordinate,
              }
            : { kind: 'line', text: line },
        }
      : {}),
  };
}

async function bytesOf(canvas: OffscreenCanvas, type: string): Promise<Uint8Array<ArrayBuffer>> {
  const blob = await canvas.convertToBlob({ type, quality: 0.92 });
  return new Uint8Array(await blob.arrayBuffer());
}

/** Saves the view as a PNG of a size, with its decorations. Errors: those of the viewport's `picture`. */
export async function saveSnapshot(
  editor: Editor,
  text: Text,
  size: { readonly widthPx: number; readonly heightPx: number },
  parts: SnapshotParts,
): Promise<void> {
  const { camera, size: shown } = editor.activeView();
  const unit = size.heightPx / shown.height;
  const image = await editor.takeSnapshot({ ...size, pixelRatio: unit, camera });
  const canvas = canvasOf(image);
  const box: Box = { x: 0, y: 0, width: size.widthPx, height: size.heightPx };
  const scale = Math.max(1, Math.min(size.widthPx, size.heightPx) / 600);
  paintFurniture(contextOf(canvas), box, scale, furnitureOf(editor, text, camera, box, parts));
  const bytes = await bytesOf(canvas, 'image/png');
  const name = `${fileNameOf(editor.facts.name, 'survey')}.png`;
  await editor.dispatch('file.save', { name, mediaType: 'image/png', bytes }, 'panel');
}

/** Saves a map sheet as PDF, to scale on the ground at its middle. `metres` in a horizontal unit of the project. */
export async function saveSheet(
  editor: Editor,
  text: Text,
  request: SheetRequest,
  metres: number,
): Promise<void> {
  const layout = sheetLayout(request.paper);
  const px = (mm: number) => Math.round(mm * sheetPxPerMm);
  const unit = cssPxMm * sheetPxPerMm;
  const { camera: shown, size } = editor.activeView();
  const { insets, activePane } = editor.views.workspace;
  // Panels on the left cover the first pane alone.
  const covered = { left: activePane === 'first' ? insets.left : 0, right: insets.right };
  const middle = seenMiddle(shown, covered, unitsPerPixel(shown, size));
  const seen = { ...shown, target: middle };
  const combined = editor.combinedScaleAt(middle);
  const camera = planAtScale(seen, layout, request.scale, { metres, combined });
  const map: Box = {
    x: px(layout.map.x),
    y: px(layout.map.y),
    width: px(layout.map.width),
    height: px(layout.map.height),
  };
  const mapRequest = {
    widthPx: map.width,
    heightPx: map.height,
    pixelRatio: unit,
    camera,
    display: paperLook,
  };
  const image = await editor.takeSnapshot(mapRequest);
  const sheet = new OffscreenCanvas(px(layout.widthMm), px(layout.heightMm));
  const context = contextOf(sheet);
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, sheet.width, sheet.height);
  context.drawImage(canvasOf(image), map.x, map.y);
  const parts = { hasScale: true, hasNorth: true, hasLegend: true, hasCoordinates: true };
  paintFurniture(context, map, unit, furnitureOf(editor, text, camera, map, parts));
  paintTitle(context, titleFields(editor.facts, text, { ...request, combined }), sheetPxPerMm, {
    x: map.x + frameBandPx * unit,
    y: px(layout.title.y),
    width: map.width - 2 * frameBandPx * unit,
    height: px(layout.title.height),
  });
  const bytes = writeImagePdf({
    jpeg: await bytesOf(sheet, 'image/jpeg'),
    widthPx: sheet.width,
    heightPx: sheet.height,
    widthMm: layout.widthMm,
    heightMm: layout.heightMm,
    title: request.title,
    made: new Date(),
  });
  const name = `${fileNameOf(request.title, 'survey')}.pdf`;
  await editor.dispatch('file.save', { name, mediaType: 'application/pdf', bytes }, 'panel');
}

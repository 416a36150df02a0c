import { proxy } from 'valtio/vanilla';
import type { CrsDefinition } from '#domain/crs/types.ts';
import { createLocalFrame, type LocalFrame } from '#domain/photogrammetry/model/local-frame.ts';
import type { Viewport } from '#viewport/viewport.ts';
import { frustumWidth } from './frustum.ts';
import { arrowFactor } from './residual-arrow.ts';
import type { StationBlock, StationControl, StationPhoto } from './station-block.ts';
import {
  controlFeatures,
  photoFeatures,
  photoPlacements,
  type StationPart,
  stationLayerIds,
  stationOf,
  stationParts,
  tieLayer,
} from './station-layers.ts';

/** A photo or surveyed point that was clicked on. */
export type ChosenStation =
  | { readonly kind: 'photo'; readonly index: number; readonly photo: StationPhoto }
  | { readonly kind: 'control'; readonly index: number; readonly point: StationControl };

/** State of the camera stations for panels. */
export interface StationState {
  /** In the scene, and what of them is shown. */
  isShown: boolean;
  parts: Record<StationPart, boolean>;
  /** Numbers of photos, tie points and surveyed points; null before a block was read. */
  counts: Readonly<Record<StationPart, number>> | null;
  /** Exaggeration factor of residual arrows. */
  factor: number;
  chosen: ChosenStation | null;
}

/** A bundle adjustment and the frame that it is in. */
export interface PlacedBlock {
  readonly block: StationBlock;
  /** System of the project; null where there is none. */
  readonly system: CrsDefinition | null;
  /** World coordinates of the local frame's origin. */
  readonly origin: readonly [number, number, number];
}

/** The camera stations of one canvas: what is drawn of the bundle adjustment, and what of it is selected. */
export interface CameraStations {
  readonly state: StationState;
  /**
   * Draws a block in place of the previous one; the same block again changes nothing. Throws as `createLocalFrame`
   * does.
   */
  show(placed: PlacedBlock): void;
  setShown(isShown: boolean): void;
  setPart(part: StationPart, isShown: boolean): void;
  /** Selects the photo or surveyed point at a place of the view, CSS pixels, or nothing where there is none. */
  pick(x: number, y: number): Promise<void>;
  choose(chosen: { readonly kind: 'photo' | 'control'; readonly index: number } | null): void;
}

interface Drawn {
  readonly block: StationBlock;
  readonly frame: LocalFrame;
  readonly widthM: number;
}

/** Creates the camera stations of a viewport, which is borrowed; nothing is drawn before `show`. */
export function createCameraStations(viewport: Viewport): CameraStations {
  const state = proxy<StationState>({
    isShown: false,
    parts: { frusta: true, thumbnails: true, ties: false, control: true },
    counts: null,
    factor: 1,
    chosen: null,
  });
  let drawn: Drawn | null = null;

  const isVisible = (part: StationPart) => state.isShown && state.parts[part];
  const follow = () => {
    for (const part of stationParts) {
      viewport.patchLayer(stationLayerIds[part], { isVisible: isVisible(part) });
    }
  };
  const featuresOf = (kind: 'photo' | 'control', index: number, isChosen: boolean) => {
    const { block, frame, widthM } = drawn!;
    return kind === 'photo'
      ? photoFeatures(block, index, frame, widthM, isChosen)
      : controlFeatures(block.control[index]!, index, frame, state.factor, isChosen);
  };
  const redraw = (kind: 'photo' | 'control', index: number, isChosen: boolean) =>
    viewport.setFeatures(
      stationLayerIds[kind === 'photo' ? 'frusta' : 'control'],
      featuresOf(kind, index, isChosen),
    );

  const stations: CameraStations = {
    state,
    show({ block, system, origin }) {
      if (drawn?.block === block) return;
      const frame = createLocalFrame(system, origin);
      const widthM = frustumWidth(block.photos);
      drawn = { block, frame, widthM };
      state.chosen = null;
      state.factor = arrowFactor(block.control, 2 * widthM);
      const ties = tieLayer(block.ties, block.tieColours);
      if (ties) viewport.addLayer({ ...ties, isVisible: isVisible('ties') });
      const thumbnails = photoPlacements(block, frame, widthM);
      const hasThumbnails = isVisible('thumbnails');
      viewport.addLayer({
        id: stationLayerIds.thumbnails,
        kind: 'photos',
        isVisible: hasThumbnails,
        photos: thumbnails,
      });
      for (const [part, kind, items] of [
        ['frusta', 'photo', block.photos],
        ['control', 'control', block.control],
      ] as const) {
        const id = stationLayerIds[part];
        viewport.addLayer({
          id,
          kind: 'vector',
          isVisible: isVisible(part),
          isPickable: true,
          features: [],
        });
        viewport.setFeatures(
          id,
          items.flatMap((_, index) => featuresOf(kind, index, false)),
        );
      }
      state.counts = {
        frusta: block.photos.length,
        thumbnails: thumbnails.length,
        ties: block.ties.length / 3,
        control: block.control.length,
      };
    },
    setShown(isShown) {
      state.isShown = isShown;
      if (!isShown) stations.choose(null);
      follow();
    },
    setPart(part, isShown) {
      state.parts[part] = isShown;
      follow();
    },
    async pick(x, y) {
      if (drawn === null || !state.isShown) return;
      const hit = await viewport.pick(x, y, { kinds: ['feature'] });
      const isOwn = hit?.kind === 'feature' && Object.values(stationLayerIds).includes(hit.layerId);
      stations.choose(isOwn ? stationOf(hit.featureId) : null);
    },
    choose(next) {
      const { chosen } = state;
      if (drawn === null || (chosen?.kind === next?.kind && chosen?.index === next?.index)) return;
      if (chosen) redraw(chosen.kind, chosen.index, false);
      if (next) redraw(next.kind, next.index, true);
      if (next === null) state.chosen = null;
      else if (next.kind === 'photo') {
        state.chosen = { kind: 'photo', index: next.index, photo: drawn.block.photos[next.index]! };
      } else {
        state.chosen = { kind: 'control', index: next.index, point: drawn.block.control[next.index]! };
      }
    },
  };
  return stations;
}

import { fitImageMap, type MapFitKind, mapFitKinds, type PlacePair } from '../geometry/map-fit/fit-map.ts';
import { type FitJudgement, judgeFit, residualOf } from '../geometry/map-fit/judge-fit.ts';
import type { PlaneMap } from '../geometry/map-fit/plane-map.ts';

/** How an overlay is placed: by the georeference of its own file, or by a map fitted to pairs. */
export const overlayFits = ['file', ...mapFitKinds] as const;
export type OverlayFit = (typeof overlayFits)[number];

/** A place in an image and the same place on the site. */
export interface OverlayPair extends PlacePair {
  readonly id: string;
  /** `#rrggbb`. */
  readonly colour: string;
  /** Hidden pairs are not drawn and take no part in the fit. */
  readonly isVisible: boolean;
}

/** The picture of an overlay, a GeoTIFF of colours that is stored with the project. */
export interface OverlayImage {
  /** SHA-256 of the stored file, hexadecimal: its name in the project. */
  readonly hash: string;
  /** Name of the file that it was made of. */
  readonly source: string;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** The file itself says where it lies. */
  readonly isPlaced: boolean;
}

/** A picture laid over the site. */
export interface DrawingOverlay {
  readonly id: string;
  readonly name: string;
  readonly image: OverlayImage;
  readonly fit: OverlayFit;
  /** Places in pixels from the image's left top corner, and in the project's system. */
  readonly pairs: readonly OverlayPair[];
  /** 0 not seen to 1 opaque. */
  readonly opacity: number;
  readonly isVisible: boolean;
  /** Laid on the terrain in 3D; else level at its elevation. */
  readonly isDraped: boolean;
  /** Where it is not draped, vertical unit. */
  readonly elevation: number;
  /** Overlays are drawn and listed by ascending rank. */
  readonly rank: number;
}

/** Colours that new pairs take in turn: apart from each other, and seen on light and dark ground. */
export const pairColours: readonly string[] = [
  '#ff5a4f',
  '#3fb8e8',
  '#ffc233',
  '#7fd05f',
  '#d98cff',
  '#ff9f45',
  '#38cfb0',
  '#ff8fb8',
];

/** How an overlay with a fitted map lies, and how well. */
export interface OverlayPlacement extends FitJudgement {
  readonly map: PlaneMap;
  /** Residuals of all pairs, in their order, those of hidden pairs too. */
  readonly residuals: readonly (readonly [dx: number, dy: number])[];
  /** Of all pairs; never a hidden one. */
  readonly outlier: number | null;
}

/**
 * Fits the map of an overlay to its visible pairs.
 * Errors: `overlay.too-few-pairs`, `overlay.pairs-degenerate`, `overlay.folds`.
 */
export function placeOverlay(
  fit: MapFitKind,
  pairs: readonly OverlayPair[],
  image: Pick<OverlayImage, 'width' | 'height'>,
): OverlayPlacement {
  const used = pairs.filter(({ isVisible }) => isVisible);
  const map = fitImageMap(fit, used, image);
  const judged = judgeFit(fit, map, used);
  return {
    ...judged,
    map,
    residuals: pairs.map((pair) => residualOf(map, pair)),
    outlier: judged.outlier === null ? null : pairs.indexOf(used[judged.outlier]!),
  };
}

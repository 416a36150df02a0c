import { useMemo } from 'react';
import { type DrawingOverlay, type OverlayPlacement, placeOverlay } from '#domain/drawing/overlay.ts';
import { AppError } from '#domain/errors/app-error.ts';

export type PlacementState =
  | { readonly kind: 'file' }
  | { readonly kind: 'placed'; readonly placement: OverlayPlacement }
  | { readonly kind: 'unplaced'; readonly error: AppError };

/** How an overlay lies on the site, or why it does not. */
export function placementOf({ fit, pairs, image }: DrawingOverlay): PlacementState {
  if (fit === 'file') return { kind: 'file' };
  try {
    return { kind: 'placed', placement: placeOverlay(fit, pairs, image) };
  } catch (error) {
    if (error instanceof AppError) return { kind: 'unplaced', error };
    throw error;
  }
}

/** `placementOf`, computed again where the overlay changed. */
export function usePlacement(overlay: DrawingOverlay): PlacementState {
  return useMemo(() => placementOf(overlay), [overlay]);
}

import { useMedia } from './use-media.ts';

/** Whether panels lie under the picture rather than beside it: the variant `stacked` of the design system. */
export function useIsStacked(): boolean {
  return useMedia('(max-width: 767.98px), (max-width: 1023.98px) and (orientation: portrait)');
}

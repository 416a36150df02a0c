import { useMedia } from './use-media.ts';

/** Whether there is no room for more than what is used most: the variant `compact` of the design system. */
export function useIsCompact(): boolean {
  return useMedia('(max-width: 639.98px), (max-height: 479.98px)');
}

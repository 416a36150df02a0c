import { useSyncExternalStore } from 'react';

/** Whether a media query holds now. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    () => window.matchMedia(query).matches,
  );
}

const breakpoints = { sm: 640, md: 768, lg: 1024, xl: 1280, '2xl': 1536 } as const;

/** Whether the window is at least as wide as a breakpoint. */
export function useIsWide(breakpoint: keyof typeof breakpoints): boolean {
  return useMedia(`(min-width: ${breakpoints[breakpoint]}px)`);
}

/** Whether panels lie under the view rather than beside it: the variant `stacked` of the design system. */
export function useIsStacked(): boolean {
  return useMedia('(max-width: 767.98px), (max-width: 1023.98px) and (orientation: portrait)');
}

/** Whether there is space only for the most used controls: the variant `compact` of the design system. */
export function useIsCompact(): boolean {
  return useMedia('(max-width: 639.98px), (max-height: 479.98px)');
}

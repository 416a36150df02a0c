import { useMedia } from './use-media.ts';

const breakpoints = { sm: 640, md: 768, lg: 1024, xl: 1280, '2xl': 1536 } as const;

/** Whether the window is at least as wide as a breakpoint. */
export function useIsWide(breakpoint: keyof typeof breakpoints): boolean {
  return useMedia(`(min-width: ${breakpoints[breakpoint]}px)`);
}

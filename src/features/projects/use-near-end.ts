import { type RefCallback, useCallback, useEffect, useRef } from 'react';

/**
 * Calls `onNear` while the element is within 200 px of the visible part of its scroll container (spec part 1, section
 * 2), and again after each render that leaves it there, so that short pages fill a tall window.
 */
export function useNearEnd(onNear: () => void): RefCallback<HTMLElement> {
  const latest = useRef(onNear);
  const isNear = useRef(false);
  useEffect(() => {
    latest.current = onNear;
    if (isNear.current) onNear();
  });
  return useCallback((element: HTMLElement | null) => {
    if (element === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        isNear.current = entries.some((entry) => entry.isIntersecting);
        if (isNear.current) latest.current();
      },
      { root: element.closest('main'), rootMargin: '200px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
}

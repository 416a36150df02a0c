import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** The size of an element in CSS pixels, kept as it changes; zero before it is laid out. */
export function useSize<Element extends HTMLElement>(): {
  readonly ref: RefObject<Element | null>;
  readonly width: number;
  readonly height: number;
} {
  const ref = useRef<Element>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry === undefined) return;
      const { width, height } = entry.contentRect;
      setSize((old) => (old.width === width && old.height === height ? old : { width, height }));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, ...size };
}

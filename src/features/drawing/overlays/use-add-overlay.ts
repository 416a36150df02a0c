import { useEffect, useRef, useState } from 'react';
import type { Editor } from '#core/editor.ts';

export type AddState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'adding'; readonly name: string; readonly fraction: number }
  | { readonly kind: 'failed'; readonly error: unknown };

const idle: AddState = { kind: 'idle' };

/** Name of a picture without its ending. */
function nameOf(file: string): string {
  const dot = file.lastIndexOf('.');
  return dot > 0 ? file.slice(0, dot) : file;
}

/** Stores a picture with the project and adds it to the drawing as an overlay. */
export function useAddOverlay(editor: Editor) {
  const [state, setState] = useState<AddState>(idle);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function add(file: File): Promise<void> {
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    const report = (fraction: number) =>
      !signal.aborted && setState({ kind: 'adding', name: file.name, fraction });
    report(0);
    try {
      const image = await editor.overlayImages!.add(file, signal, report);
      const fit = image.isPlaced ? 'file' : 'similarity';
      await editor.dispatch('overlay.add', { name: nameOf(file.name), image, fit }, 'panel');
      setState(idle);
    } catch (error) {
      if (!signal.aborted) setState({ kind: 'failed', error });
    }
  }

  const cancel = () => {
    running.current?.abort();
    setState(idle);
  };
  return { state, add, cancel };
}

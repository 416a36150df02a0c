import { useEffect, useId, useRef, useState } from 'react';
import type { TaskRunner } from '#core/ports/tasks.ts';
import { useText } from '#i18n/use-text.ts';

/** Longer side of the picture that is decoded, pixels: twice the panel's width. */
const pictureSide = 528;

type Shown = 'none' | 'decoding' | 'shown' | 'other' | 'failed';

/** A photo of the block, opened from this computer and decoded on the worker pool. */
export function PhotoPicture({ name, tasks }: { name: string; tasks: TaskRunner }) {
  const { t } = useText();
  const id = useId();
  const canvas = useRef<HTMLCanvasElement>(null);
  const stop = useRef(new AbortController());
  const [shown, setShown] = useState<Shown>('none');
  useEffect(() => {
    stop.current = new AbortController();
    return () => stop.current.abort();
  }, []);
  const open = (file: File) => {
    if (file.name.toLowerCase() !== name.toLowerCase()) return setShown('other');
    setShown('decoding');
    const { signal } = stop.current;
    paint(file, tasks, canvas.current!, signal).then(
      () => !signal.aborted && setShown('shown'),
      () => !signal.aborted && setShown('failed'),
    );
  };
  return (
    <div>
      <canvas
        ref={canvas}
        role="img"
        aria-label={name}
        hidden={shown !== 'shown'}
        className="w-full rounded-md bg-well"
      />
      {shown !== 'shown' && (
        <label htmlFor={id} className="block cursor-pointer text-accent text-sm underline">
          {t('stations.openPhoto')}
          <input
            id={id}
            type="file"
            accept="image/*"
            className="sr-only"
            onChange={({ target }) => target.files?.[0] && open(target.files[0])}
          />
        </label>
      )}
      <output className="block text-ink-soft text-sm">
        {shown === 'decoding' && t('stations.decoding')}
        {shown === 'other' && t('stations.otherPhoto', { name })}
        {shown === 'failed' && t('stations.photoFailed')}
      </output>
    </div>
  );
}

async function paint(file: File, tasks: TaskRunner, canvas: HTMLCanvasElement, signal: AbortSignal) {
  const { width, height } = await sizeOf(file);
  const wanted = { file, name: file.name, width, height, maxSide: pictureSide, channels: 3 } as const;
  const image = await tasks.run('photo.decode', wanted, { signal });
  canvas.width = image.width;
  canvas.height = image.height;
  const pixels = new ImageData(image.width, image.height);
  for (let from = 0, to = 0; from < image.pixels.length; from += 3, to += 4) {
    pixels.data.set(image.pixels.subarray(from, from + 3), to);
    pixels.data[to + 3] = 255;
  }
  canvas.getContext('2d')?.putImageData(pixels, 0, 0);
}

/** Width and height as the file's head states them. */
async function sizeOf(file: File): Promise<{ width: number; height: number }> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'none' });
  const { width, height } = bitmap;
  bitmap.close();
  return { width, height };
}

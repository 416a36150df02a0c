import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { cx } from './cx.ts';
import { filesOfDrop } from './file-handles.ts';

interface DropZoneProps {
  /** For the chooser, such as `.las,.laz`. */
  accept: string;
  onFiles(files: readonly File[]): void;
  disabled?: boolean;
  className?: string;
  children: ReactNode;
}

/** Marks an element as a drop target; `suppressDrops` excludes those. */
export const dropZoneAttribute = 'data-drop-zone';

/**
 * A drop zone that accepts files by drop, click or Enter. All of it is the button; several files are accepted at once.
 */
export function DropZone({ accept, onFiles, disabled = false, className, children }: DropZoneProps) {
  const input = useRef<HTMLInputElement>(null);
  const depth = useRef(0);
  const [isOver, setOver] = useState(false);

  const leave = () => {
    depth.current = 0;
    setOver(false);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    leave();
    if (!disabled && event.dataTransfer.files.length > 0) onFiles(filesOfDrop(event.dataTransfer));
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same by click and key
    <div
      {...{ [dropZoneAttribute]: '' }}
      onDragEnter={(event) => {
        event.preventDefault();
        depth.current++;
        setOver(true);
      }}
      onDragOver={(event) => {
        event.preventDefault();
        event.dataTransfer.dropEffect = disabled ? 'none' : 'copy';
      }}
      onDragLeave={() => {
        depth.current--;
        if (depth.current <= 0) leave();
      }}
      onDrop={drop}
      className="contents"
    >
      <button
        type="button"
        disabled={disabled}
        onClick={() => input.current?.click()}
        className={cx(
          'w-full rounded-lg border border-line-strong border-dashed transition-colors disabled:opacity-50',
          isOver ? 'border-accent bg-accent-soft' : 'bg-panel hover:border-accent hover:bg-hover',
          className,
        )}
      >
        {children}
      </button>
      <input
        ref={input}
        type="file"
        aria-label={accept}
        multiple
        accept={accept}
        tabIndex={-1}
        aria-hidden="true"
        className="hidden"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          event.target.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    </div>
  );
}

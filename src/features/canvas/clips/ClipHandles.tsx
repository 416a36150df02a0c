import { ArrowRight, Move, RotateCcw } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import type { Editor } from '#core/editor.ts';
import { roundLength } from '#core/view/round-length.ts';
import type { BoxClip, PointClip } from '#domain/cloud/point-filter.ts';
import type { ScreenPoint, WorldPoint } from '#domain/view/camera.ts';
import {
  axisOfFace,
  boxEdges,
  type ClipHandle,
  clipHandles,
  dragHandle,
  handlePlace,
  type PickingRay,
} from '#domain/view/clip-handles.ts';
import type { PaneId } from '#domain/view/view-mode.ts';
import { useFigure } from '#editor-view/figures.tsx';
import { useText } from '#i18n/use-text.ts';
import { cx } from '#ui/cx.ts';
import { stepHandle } from './step-handle.ts';

/** Approximate size of an arrow key step, pixels. */
const stepPx = 12;

/** Top and bottom faces have no handles in a view from above. */
const upright: readonly ClipHandle[] = ['bottom', 'top'];

interface Grip {
  readonly box: BoxClip;
  readonly from: PickingRay;
  readonly level: number;
}

/** The edges and handles of a clip box in a pane. */
export function ClipHandles({ editor, pane }: { editor: Editor; pane: PaneId }) {
  const { clipInHand, display, paneModes } = useSnapshot(editor.views.workspace);
  const index = display.clips.findIndex(({ id }) => id === clipInHand);
  const clip = display.clips[index] as PointClip | undefined;
  if (clip?.kind !== 'box') return null;
  const isFlat = paneModes[pane] === '2d';
  return <BoxHandles editor={editor} pane={pane} box={clip} number={index + 1} isFlat={isFlat} />;
}

interface BoxHandlesProps {
  editor: Editor;
  pane: PaneId;
  box: BoxClip;
  number: number;
  isFlat: boolean;
}

function BoxHandles({ editor, pane, box, number, isFlat }: BoxHandlesProps) {
  const { t } = useText();
  const figure = useFigure(editor.facts);
  const room = useRef<HTMLDivElement>(null);
  const lines = useRef<SVGGElement>(null);
  const knobs = useRef(new Map<ClipHandle, HTMLElement>());
  const grip = useRef<Grip | null>(null);
  const { unitsPerPixel } = useSnapshot(editor.views.status);
  const levelOf = (of: BoxClip) => editor.withLevel([of.center[0], of.center[1], Number.NaN])[2];
  const shown = clipHandles.filter(
    (handle) => handlePlace(box, handle, 0) !== null && !(isFlat && upright.includes(handle)),
  );
  useEffect(() => {
    // Without an elevation they are put on the terrain as loaded at each frame.
    const edges = boxEdges(box, Number.NaN);
    const places = [...edges.flat(), ...clipHandles.map((handle) => handlePlace(box, handle, Number.NaN))];
    const known = places.map((place): WorldPoint => place ?? box.center);
    return editor.watchPlaces(pane, known, (screen) => {
      const path = edges.map((_, i) => edgePath(screen[i * 2] ?? null, screen[i * 2 + 1] ?? null)).join('');
      for (const line of lines.current?.children ?? []) line.setAttribute('d', path);
      const middle = screen[edges.length * 2] ?? null;
      clipHandles.forEach((handle, i) => {
        showAt(knobs.current.get(handle), screen[edges.length * 2 + i] ?? null, middle);
      });
    });
  }, [editor, pane, box]);

  const change = (next: BoxClip) => {
    const { clips } = editor.views.workspace.display;
    const patch = { clips: clips.map((clip) => (clip.id === next.id ? next : (clip as PointClip))) };
    void editor.dispatch('display.set', { patch }, 'panel');
  };
  const lineAt = (event: PointerEvent): PickingRay => {
    const frame = room.current!.getBoundingClientRect();
    return editor.pickingRay(pane, event.clientX - frame.left, event.clientY - frame.top);
  };
  const take = (event: PointerEvent) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    editor.enterPane(pane);
    grip.current = { box, from: lineAt(event), level: levelOf(box) };
  };
  const drag = (handle: ClipHandle, event: PointerEvent) => {
    if (grip.current === null) return;
    const { box: before, from, level } = grip.current;
    change(dragHandle(before, handle, from, lineAt(event), level));
  };
  const press = (handle: ClipHandle, event: KeyboardEvent) => {
    if (event.key === 'Escape' && grip.current !== null) {
      change(grip.current.box);
      grip.current = null;
    } else {
      const times = event.shiftKey ? 10 : 1;
      const { length } = roundLength(unitsPerPixel, stepPx);
      const next = stepHandle(box, handle, event.key, length * times, (times * Math.PI) / 180);
      if (next === null) return;
      change(next);
    }
    event.preventDefault();
    event.stopPropagation();
  };
  const clip = t('clipKind.box', { number });
  const figureOf = (handle: ClipHandle): string => {
    const axis = axisOfFace(handle);
    if (axis !== null) return figure(axis === 2 ? 'elevation' : 'length', box.half[axis] * 2);
    return handle === 'turn' ? figure('angle', box.yawRad) : '';
  };
  return (
    <div ref={room} className="pointer-events-none absolute inset-0 overflow-hidden">
      <svg aria-hidden="true" className="absolute inset-0 size-full fill-none">
        <g ref={lines}>
          <path className="stroke-black/60" strokeWidth={4} />
          <path className="stroke-[#ffd23f]" strokeWidth={1.5} />
        </g>
      </svg>
      {shown.map((handle) => (
        <button
          key={handle}
          type="button"
          ref={(element) => {
            if (element) knobs.current.set(handle, element);
            else knobs.current.delete(handle);
          }}
          aria-label={t(`clipHandle.${handle}`, { clip, value: figureOf(handle) })}
          aria-keyshortcuts={keysOf(handle)}
          onPointerDown={take}
          onPointerMove={(event) => drag(handle, event)}
          onPointerUp={() => {
            grip.current = null;
          }}
          onPointerCancel={() => {
            if (grip.current) change(grip.current.box);
            grip.current = null;
          }}
          onKeyDown={(event) => press(handle, event)}
          className={cx(
            'group pointer-events-auto absolute -top-5.5 -left-5.5 grid size-11 touch-none place-items-center rounded-full',
            handle === 'middle' ? 'cursor-move' : 'cursor-grab active:cursor-grabbing',
          )}
        >
          <span className="grid size-6 place-items-center rounded-full border border-black/60 bg-[#ffd23f] text-black shadow-md group-hover:scale-110 [&_svg]:size-3.5">
            {iconOf(handle)}
          </span>
        </button>
      ))}
    </div>
  );
}

function iconOf(handle: ClipHandle): ReactNode {
  if (handle === 'middle') return <Move aria-hidden="true" />;
  if (handle === 'turn') return <RotateCcw aria-hidden="true" />;
  return <ArrowRight aria-hidden="true" className="rotate-(--outwards)" />;
}

const keysOf = (handle: ClipHandle) =>
  handle === 'middle'
    ? 'ArrowUp ArrowDown ArrowLeft ArrowRight PageUp PageDown'
    : 'ArrowUp ArrowDown ArrowLeft ArrowRight';

/** A line between two places; none where one is behind the eye. */
function edgePath(a: ScreenPoint | null, b: ScreenPoint | null): string {
  return a && b ? `M${a.x.toFixed(1)} ${a.y.toFixed(1)}L${b.x.toFixed(1)} ${b.y.toFixed(1)}` : '';
}

/** Moves a handle to its place; its arrow points away from the box's middle. */
function showAt(element: HTMLElement | undefined, at: ScreenPoint | null, middle: ScreenPoint | null): void {
  if (!element) return;
  element.style.visibility = at ? 'visible' : 'hidden';
  if (!at) return;
  element.style.transform = `translate(${at.x.toFixed(1)}px, ${at.y.toFixed(1)}px)`;
  const outwards = middle ? Math.atan2(at.y - middle.y, at.x - middle.x) : 0;
  element.style.setProperty('--outwards', `${outwards.toFixed(3)}rad`);
}

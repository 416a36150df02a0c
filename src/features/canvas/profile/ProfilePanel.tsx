import { Download, Eraser, X } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Editor } from '#core/editor.ts';
import { readable } from '#core/measure/quantities.ts';
import type { Profile } from '#core/state/profile-data.ts';
import { clamp } from '#domain/math/clamp.ts';
import { useFigure } from '#editor-view/figures.tsx';
import { useText } from '#i18n/use-text.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { NumberField } from '#ui/NumberField.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { useSize } from '#ui/use-size.ts';
import { usePanel } from '../use-panel.ts';
import { drawProfile, type ProfileMark, type ProfilePalette } from './draw-profile.ts';
import { heightsOf, pickProfile, profileCsv, surfaceMark } from './profile-figures.ts';
import { type ProfileScale, profileScale } from './profile-scale.ts';

/** The section along a line of the drawing, below the view; hidden while there is none. */
export function ProfilePanel({ editor }: { editor: Editor }) {
  const { profile } = useSnapshot(editor.views.workspace);
  return profile === null ? null : <Panel editor={editor} width={profile.width} />;
}

function Panel({ editor, width }: { editor: Editor; width: number }) {
  const { t } = useText();
  const cut = useSnapshot(editor.views.status).profile as Profile | null;
  const [exaggeration, setExaggeration] = useState<number | null>(null);
  const [marks, setMarks] = useState<readonly ProfileMark[]>([]);
  const close = () => void editor.dispatch('profile.close', null, 'panel');
  const panel = usePanel<HTMLElement>(editor, close);
  const save = () => {
    if (cut === null) return;
    const names = (['kind', 'station', 'z', 'x', 'y', 'class'] as const).map((name) =>
      t(`profile.csv.${name}`),
    );
    const bytes = new TextEncoder().encode(profileCsv(cut, names));
    const name = `${t('command.profile.open')}.csv`;
    void editor.dispatch('file.save', { name, mediaType: 'text/csv', bytes }, 'panel');
  };
  return (
    <section
      {...panel}
      aria-label={t('command.profile.open')}
      className="flex h-72 max-h-[48%] shrink-0 flex-col border-line border-t bg-panel max-sm:h-80"
    >
      <header className="flex shrink-0 flex-wrap items-end gap-x-3 px-3 pt-1">
        <h2 className="self-center font-semibold max-sm:hidden">{t('command.profile.open')}</h2>
        <div className="w-28">
          <NumberField
            label={t('profile.width')}
            value={width}
            unit={readable('length', 0, editor.facts.horizontalUnit).unit}
            min={0.001}
            onCommit={(width) => width !== null && void editor.dispatch('profile.width', { width }, 'panel')}
          />
        </div>
        <div className="w-28">
          <NumberField
            label={t('profile.exaggeration')}
            value={exaggeration}
            min={0.01}
            unit="×"
            placeholder={t('profile.fit')}
            onCommit={setExaggeration}
          />
        </div>
        <div className="ml-auto flex gap-1 self-center">
          <IconButton
            label={t('profile.clear')}
            icon={<Eraser />}
            disabled={marks.length === 0}
            onClick={() => setMarks([])}
          />
          <IconButton label={t('profile.save')} icon={<Download />} disabled={cut === null} onClick={save} />
          <IconButton label={t('command.profile.close')} icon={<X />} onClick={close} />
        </div>
      </header>
      {cut === null ? (
        <div className="grid flex-1 place-items-center">
          <Spinner />
        </div>
      ) : (
        <ProfileView
          editor={editor}
          profile={cut}
          exaggeration={exaggeration}
          marks={marks}
          onMark={(mark) => setMarks(marks.length >= 2 ? [mark] : [...marks, mark])}
        />
      )}
    </section>
  );
}

interface ProfileViewProps {
  editor: Editor;
  profile: Profile;
  exaggeration: number | null;
  marks: readonly ProfileMark[];
  onMark(mark: ProfileMark): void;
}

function paletteOf(element: Element): ProfilePalette {
  const style = getComputedStyle(element);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  return {
    text: colour('--ink-soft'),
    grid: colour('--line'),
    line: colour('--accent'),
    mark: colour('--palette'),
  };
}

function ProfileView({ editor, profile, exaggeration, marks, onMark }: ProfileViewProps) {
  const { t, format } = useText();
  const { ref, width, height } = useSize<HTMLDivElement>();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [cursor, setCursor] = useState<ProfileMark | null>(null);
  const { theme } = useSnapshot(editor.views.workspace).display;
  const heights = heightsOf(profile);
  const { length } = profile;
  const [low, high] = heights ?? [0, 1];
  const scale = profileScale({ width, height, length, low, high, zFactor: editor.zFactor }, exaggeration);
  useEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (!element || !context || width === 0) return;
    const ratio = window.devicePixelRatio || 1;
    element.width = Math.round(width * ratio);
    element.height = Math.round(height * ratio);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    const text = (value: number, digits: number) => format.number(value, digits);
    drawProfile(
      context,
      { width, height },
      { profile, scale, palette: paletteOf(element), marks, cursor, text },
    );
  });
  const pickAt = (event: PointerEvent<HTMLCanvasElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    return pickProfile(profile, scale, event.clientX - box.left, event.clientY - box.top);
  };
  const onKey = (event: KeyboardEvent) => {
    const direction = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const step = (length / 200) * (event.shiftKey ? 10 : 1);
    if (direction !== 0) {
      const station = clamp((cursor?.[0] ?? 0) + direction * step, 0, length);
      setCursor(surfaceMark(profile, station) ?? cursor);
    } else if (event.key === 'Enter' && cursor) onMark(cursor);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <div ref={ref} className="relative min-h-0 flex-1">
        <canvas
          ref={canvas}
          tabIndex={0}
          aria-label={t('profile.view')}
          data-theme={theme}
          className="absolute inset-0 size-full cursor-crosshair touch-none"
          onPointerMove={(event) => setCursor(pickAt(event))}
          onPointerLeave={() => setCursor(null)}
          onPointerDown={(event) => {
            const mark = pickAt(event);
            if (mark) onMark(mark);
          }}
          onKeyDown={onKey}
        />
        {heights === null && (
          <p className="absolute inset-0 grid place-items-center text-ink-soft">{t('profile.empty')}</p>
        )}
      </div>
      <ProfileFigures editor={editor} profile={profile} scale={scale} cursor={cursor} marks={marks} />
    </>
  );
}

interface FiguresProps {
  editor: Editor;
  profile: Profile;
  scale: ProfileScale;
  cursor: ProfileMark | null;
  marks: readonly ProfileMark[];
}

/** Station and height under the pointer, and the differences between two marks. */
function ProfileFigures({ editor, profile, scale, cursor, marks }: FiguresProps) {
  const { t, format } = useText();
  const figure = useFigure(editor.facts);
  const [from, to] = marks;
  const parts: string[] = [];
  if (cursor) {
    parts.push(t('profile.at', { station: figure('length', cursor[0]), z: figure('elevation', cursor[1]) }));
  }
  if (from && to) {
    const [along, up] = [Math.abs(to[0] - from[0]), to[1] - from[1]];
    const grade = along === 0 ? 0 : (up * editor.zFactor) / along;
    parts.push(
      t('profile.between', {
        along: figure('length', along),
        up: figure('elevation', up),
        grade: format.percent(grade),
      }),
    );
  }
  return (
    <output className="flex h-7 shrink-0 items-center gap-4 overflow-hidden whitespace-nowrap px-3 text-ink-soft text-xs tabular-nums">
      {parts.length > 0 ? parts.map((part) => <span key={part}>{part}</span>) : t('profile.hint')}
      <span className="ml-auto">
        {profile.points?.isComplete === false ? `${t('profile.thinned')} · ` : ''}
        {t('profile.drawnTaller', { factor: format.number(scale.exaggeration, 1) })}
      </span>
    </output>
  );
}

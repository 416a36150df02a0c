import { useVirtualizer } from '@tanstack/react-virtual';
import {
  CircleDot,
  Contrast,
  Crop,
  Grid3x3,
  Image,
  ListFilter,
  Pentagon,
  Ruler,
  ScatterChart,
  Spline,
  Triangle,
  Type,
  Waves,
} from 'lucide-react';
import { type ReactElement, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Editor } from '#core/editor.ts';
import type { DrawingFeature, FeatureKind, FeaturePurpose } from '#domain/drawing/feature.ts';
import { useText } from '#i18n/use-text.ts';
import { Button } from '#ui/Button.tsx';
import { cx } from '#ui/cx.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { SearchField } from '#ui/SearchField.tsx';
import { SelectDialog } from './select/SelectDialog.tsx';
import { useFoundFeatures } from './use-found-features.ts';

const icons: Readonly<Record<FeatureKind, ReactElement>> = {
  point: <CircleDot />,
  multipoint: <ScatterChart />,
  polyline: <Spline />,
  polygon: <Pentagon />,
  annotation: <Type />,
  grid: <Grid3x3 />,
  tin: <Triangle />,
};
const purposeIcons: Readonly<Partial<Record<FeaturePurpose, ReactElement>>> = {
  'crop-bounds': <Crop />,
  flatten: <Waves />,
  'ortho-crop': <Image />,
  'work-order-area': <Ruler />,
};
const rowPx = 32;

/** Features from which on the list can be searched. */
const searchedFrom = 2;

/**
 * Every feature by rank, or those that a search finds; a press selects, Shift or Control adds, and what was found is
 * shown on the canvas too.
 */
export function FeatureList({ editor }: { editor: Editor }) {
  const { t, format } = useText();
  const [query, setQuery] = useState('');
  const { found, count } = useFoundFeatures(editor, query);
  const { selection } = useSnapshot(editor.views.workspace);
  const [isOpen, setOpen] = useState(false);
  const scroller = useRef<HTMLDivElement>(null);
  const isSearching = query.trim() !== '';
  const chosen = new Set(selection);
  const rows = useVirtualizer({
    count: found.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: 8,
  });
  const show = async (ids: readonly string[]) => {
    await editor.dispatch('selection.set', { ids }, 'panel');
    if (isSearching) await editor.dispatch('camera.fit', { target: 'selection' }, 'panel');
  };
  const select = (id: string, isAdding: boolean) => {
    const others = selection.filter((chosen) => chosen !== id);
    const ids = !isAdding ? [id] : others.length < selection.length ? others : [...selection, id];
    void show(ids);
  };
  return (
    <section className="px-3 py-3">
      <header className="mb-1 flex h-8 items-center justify-between pl-1">
        <h3 className="font-semibold text-sm">{t('drawing.features')}</h3>
        <span className="flex items-center">
          <span className="mr-1 text-ink-faint text-xs tabular-nums">{format.number(count)}</span>
          <IconButton
            label={t('command.selection.invert')}
            icon={<Contrast />}
            shortcut="Ctrl I"
            disabled={count === 0}
            onClick={() => void editor.dispatch('selection.invert', null, 'panel')}
          />
          <IconButton
            label={t('selectWhere.open')}
            icon={<ListFilter />}
            disabled={count === 0}
            onClick={() => setOpen(true)}
          />
        </span>
      </header>
      {count >= searchedFrom && (
        <SearchField
          label={t('drawing.search')}
          clearLabel={t('clear')}
          value={query}
          onChange={setQuery}
          className="mb-1"
        />
      )}
      {isSearching && (
        <div className="flex min-h-8 items-center justify-between gap-2 pl-1">
          <output className="text-ink-soft text-sm">{t('drawing.found', { count: found.length })}</output>
          {found.length > 1 && (
            <Button tone="quiet" onClick={() => void show(found.map(({ id }) => id))}>
              {t('drawing.selectFound')}
            </Button>
          )}
        </div>
      )}
      {count === 0 && <p className="pl-1 text-ink-soft">{t('drawing.empty')}</p>}
      <div ref={scroller} className="max-h-80 overflow-y-auto">
        <ul className="relative" style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map((row) => {
            const feature = found[row.index];
            if (feature === undefined) return null;
            const isSelected = chosen.has(feature.id);
            return (
              <li
                key={feature.id}
                className="absolute inset-x-0"
                style={{ height: row.size, transform: `translateY(${row.start}px)` }}
              >
                <button
                  type="button"
                  aria-pressed={isSelected}
                  onClick={(event) => select(feature.id, event.shiftKey || event.ctrlKey || event.metaKey)}
                  className={cx(
                    'flex h-8 w-full items-center gap-2 rounded-md px-2 text-left hover:bg-hover [&_svg]:size-4',
                    isSelected && 'bg-accent-soft text-accent-ink',
                  )}
                >
                  {(feature.purpose && purposeIcons[feature.purpose]) ?? icons[feature.kind]}
                  <span className="min-w-0 flex-1 truncate">
                    {nameOf(
                      feature,
                      t(feature.purpose ? `purpose.${feature.purpose}` : `tool.${feature.kind}`),
                    )}
                  </span>
                  {feature.code !== '' && (
                    <span className={cx('text-xs', isSelected ? 'text-accent-ink' : 'text-ink-faint')}>
                      {feature.code}
                    </span>
                  )}
                </button>
              </li>
            );
          })}
        </ul>
      </div>
      {isOpen && <SelectDialog editor={editor} onClose={() => setOpen(false)} />}
    </section>
  );
}

/** A feature without a name is labelled by its kind and its index in drawing order. */
function nameOf(feature: DrawingFeature, kind: string): string {
  return feature.name === '' ? `${kind} ${feature.rank}` : feature.name;
}

import { useSnapshot } from 'valtio';
import { hasTwoPanes } from '#domain/view/view-mode.ts';
import { useText } from '#i18n/use-text.ts';
import type { TextKey } from '#locales/texts.ts';
import { Checkbox } from '#ui/Checkbox.tsx';
import { Section } from '#ui/Section.tsx';
import { SelectField } from '#ui/SelectField.tsx';
import type { PartProps } from './loaded.ts';

/** Two products on either side of a line that is drawn across the view. */
export function SwipeSection({ editor, set }: PartProps) {
  const { t } = useText();
  const { display, scene, viewMode } = useSnapshot(editor.views.workspace);
  const layers = scene.filter(({ kind }) => kind !== 'copc');
  const { swipe } = display;
  // Two panes are a comparison already.
  if (layers.length < 2 || hasTwoPanes(viewMode)) return null;
  const show = (id: string, isVisible: boolean) =>
    void editor.dispatch('scene.set', { id, patch: { isVisible } }, 'panel');
  const choose = (left: string, right: string) => {
    for (const id of [left, right]) show(id, true);
    // Otherwise the previous layer of a side would remain under both.
    for (const id of [swipe?.left, swipe?.right]) if (id && id !== left && id !== right) show(id, false);
    set({ swipe: { left, right, at: swipe?.at ?? 0.5 } });
  };
  const begin = () => {
    const shown = layers.filter(({ isVisible }) => isVisible);
    const [first, second] = [...shown, ...layers.filter(({ isVisible }) => !isVisible)];
    if (first && second) choose(first.id, second.id);
  };
  const options = layers.map(({ id, product }) => ({ value: id, label: t(`product.${product}` as TextKey) }));
  const sides =
    swipe &&
    ([
      {
        label: t('display.swipeLeft'),
        value: swipe.left,
        other: swipe.right,
        pick: (id: string) => choose(id, swipe.right),
      },
      {
        label: t('display.swipeRight'),
        value: swipe.right,
        other: swipe.left,
        pick: (id: string) => choose(swipe.left, id),
      },
    ] as const);
  return (
    <Section title={t('display.swipe')}>
      <Checkbox
        label={t('display.hasSwipe')}
        checked={swipe !== null}
        onChange={(isOn) => (isOn ? begin() : set({ swipe: null }))}
      />
      {sides?.map(({ label, value, other, pick }) => (
        <SelectField
          key={label}
          label={label}
          value={value}
          onChange={pick}
          options={options.filter((option) => option.value !== other)}
        />
      ))}
    </Section>
  );
}

import { RotateCcw } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { useText } from '#i18n/use-text.ts';
import { Checkbox } from '#ui/Checkbox.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Section } from '#ui/Section.tsx';
import { classColour } from '#viewport/class-colours.ts';
import { className } from './class-name.ts';
import { ColourSwatch } from './colour/ColourSwatch.tsx';
import { type PartProps, useLoaded } from './loaded.ts';

/** Classes found so far: visibility and colour of each. */
export function ClassSection({ editor, set }: PartProps) {
  const { t } = useText();
  const { hiddenClasses, classColours } = useSnapshot(editor.views.workspace).display;
  const { classes } = useLoaded(editor);
  if (classes.length === 0) return null;
  const toggle = (number: number, isShown: boolean) => {
    const others = hiddenClasses.filter((hidden) => hidden !== number);
    set({ hiddenClasses: isShown ? others : [...others, number] });
  };
  const hasOwnColours = Object.keys(classColours).length > 0;
  return (
    <Section
      title={t('display.classes')}
      actions={
        hasOwnColours && (
          <IconButton
            label={t('display.classColoursReset')}
            icon={<RotateCcw />}
            onClick={() => set({ classColours: {} })}
          />
        )
      }
    >
      {classes.map((number) => {
        const name = className(number, t);
        return (
          <div key={number} className="flex items-center justify-between gap-2">
            <Checkbox
              label={name}
              checked={!hiddenClasses.includes(number)}
              onChange={(isShown) => toggle(number, isShown)}
            />
            <ColourSwatch
              label={t('display.classColour', { class: name })}
              value={classColours[number] ?? classColour(number)}
              onChange={(colour) => set({ classColours: { ...classColours, [number]: colour } })}
            />
          </div>
        );
      })}
    </Section>
  );
}

import { useSnapshot } from 'valtio';
import { useText } from '#i18n/use-text.ts';
import { Section } from '#ui/Section.tsx';
import { Segmented } from '#ui/Segmented.tsx';
import { SelectField } from '#ui/SelectField.tsx';
import type { TinColour, TinLook } from '#viewport/display.ts';
import type { PartProps } from './loaded.ts';

const looks: readonly TinLook[] = ['both', 'wireframe', 'shaded'];
const colours: readonly TinColour[] = ['plain', 'elevation'];

/** Display of triangulated surfaces. */
export function TinSection({ editor, set }: PartProps) {
  const { t } = useText();
  const { tinLook, tinColour } = useSnapshot(editor.views.workspace).display;
  return (
    <Section title={t('display.tins')}>
      <div className="py-1">
        <Segmented
          label={t('display.tinLook')}
          value={tinLook}
          onChange={(look) => set({ tinLook: look })}
          options={looks.map((look) => ({ value: look, label: t(`tinLook.${look}`) }))}
        />
      </div>
      <SelectField
        label={t('display.tinColour')}
        value={tinColour}
        onChange={(colour) => set({ tinColour: colour })}
        options={colours.map((colour) => ({ value: colour, label: t(`tinColour.${colour}`) }))}
      />
    </Section>
  );
}

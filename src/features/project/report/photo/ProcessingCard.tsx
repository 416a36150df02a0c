import { useText } from '#i18n/use-text.ts';
import { Card } from '#ui/Card.tsx';
import { Facts } from '#ui/Table.tsx';
import { Length } from './Length.tsx';
import type { PhotoReport } from './photo-report.ts';

/** Provenance of the products: system, settings, program and inputs. */
export function ProcessingCard({ report }: { report: PhotoReport }) {
  const { t, format, named } = useText();
  const { crs, settings, adjustment, blocks } = report;
  const engine = named(`report.engine.${report.engine}`, report.engine);
  const factor = (value: number | null) => (value === null ? '–' : format.number(value, 1));
  return (
    <Card className="px-4 pt-3 pb-1">
      <h3 className="font-semibold">{t('report.processing')}</h3>
      <Facts
        facts={[
          { name: t('report.fact.system'), value: crs.name ?? '–' },
          { name: t('report.fact.vertical'), value: crs.verticalDatum ?? '–' },
          {
            name: t('report.fact.blocks'),
            value: blocks.map((photos) => format.number(photos)).join(' + '),
          },
          { name: t('report.fact.dome'), value: <Length metres={adjustment.domeM} /> },
          {
            name: t('report.setting.density'),
            value: named(`createPage.density.${settings.density}`, settings.density),
          },
          { name: t('report.setting.ortho'), value: factor(settings.orthoGsdMultiplier) },
          { name: t('report.setting.dem'), value: factor(settings.demGsdMultiplier) },
          { name: t('report.setting.scale'), value: factor(settings.surfaceModelScale) },
          { name: t('report.fact.engine'), value: `${engine}, Plumbline ${report.version}` },
          {
            name: t('report.fact.inputs'),
            value: <span className="break-all font-mono text-xs">{report.inputsHash}</span>,
          },
        ]}
      />
    </Card>
  );
}

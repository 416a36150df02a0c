import { Link } from '@tanstack/react-router';
import { Calculator, PencilRuler, Ruler, Shapes, Sparkles } from 'lucide-react';
import type { ReactNode } from 'react';
import { useText } from '#i18n/use-text.ts';
import { buttonClass } from '#ui/Button.tsx';

const features = ['draft', 'measure', 'transform', 'compute', 'create'] as const;

const icons: Readonly<Record<(typeof features)[number], ReactNode>> = {
  draft: <PencilRuler />,
  measure: <Ruler />,
  transform: <Shapes />,
  compute: <Calculator />,
  create: <Sparkles />,
};

/** Products of the simulated survey, made by this program. */
const examples = [
  { product: 'orthoimage', url: new URL('./orthomosaic.webp', import.meta.url).href },
  { product: 'dense_point_cloud', url: new URL('./point-cloud.webp', import.meta.url).href },
  { product: 'surface_model', url: new URL('./surface-model.webp', import.meta.url).href },
  {
    product: 'digital_elevation_model',
    url: new URL('./elevation-model.webp', import.meta.url).href,
  },
] as const;

/** Replaces the canvas on a desktop whose licence does not include it: explains it and how to get it. */
export function CanvasPaywall() {
  const { t } = useText();
  return (
    <div className="mx-auto grid max-w-6xl gap-8 p-4 sm:p-8 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] lg:items-center lg:gap-12">
      <div>
        <h2 className="font-semibold text-2xl">{t('canvasPaywall.title')}</h2>
        <p className="mt-2 text-ink-soft">{t('canvasPaywall.text')}</p>
        <ul className="mt-6 flex flex-col gap-4">
          {features.map((feature) => (
            <li key={feature} className="flex gap-3">
              <span className="grid size-9 shrink-0 place-items-center rounded-md bg-accent-soft text-accent-ink [&_svg]:size-[18px]">
                {icons[feature]}
              </span>
              <div>
                <h3 className="font-medium">{t(`canvasPaywall.${feature}.title`)}</h3>
                <p className="text-ink-soft text-sm">{t(`canvasPaywall.${feature}.text`)}</p>
              </div>
            </li>
          ))}
        </ul>
        <Link to="/paid-activation" className={`${buttonClass('primary', 'lg')} mt-8`}>
          {t('canvasPaywall.get')}
        </Link>
      </div>
      <ul className="grid grid-cols-2 gap-3">
        {examples.map(({ product, url }) => (
          <li key={product}>
            <figure className="overflow-hidden rounded-lg border border-line bg-panel">
              <img src={url} alt="" width={480} height={320} className="block h-auto w-full" />
              <figcaption className="px-3 py-2 text-ink-soft text-sm">{t(`product.${product}`)}</figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ProductFile } from '#contract/schemas/product.ts';
import { useText } from '#i18n/use-text.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { drawContours } from './contour-paths.ts';

interface ContourPreviewProps {
  file: ProductFile;
  name: string;
  /** Shown when the file contains no contours. */
  fallback: ReactNode;
}

/** The contours themselves, drawn from their GeoJSON; index contours are heavier. */
export function ContourPreview({ file, name, fallback }: ContourPreviewProps) {
  const { t } = useText();
  const drawing = useQuery({
    queryKey: ['contours', file.url],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const answer = await fetch(file.url, { signal, credentials: 'include' });
      return answer.ok ? drawContours(await answer.json()) : null;
    },
  });
  if (drawing.isPending) return <Skeleton className="size-full rounded-none" />;
  if (!drawing.data) return fallback;
  return (
    <svg
      role="img"
      aria-label={t('preview.alt', { product: name })}
      viewBox={drawing.data.viewBox}
      className="size-full p-4"
    >
      <g fill="none" stroke="currentColor" className="text-accent-ink">
        <path
          d={drawing.data.minor}
          strokeWidth="0.6"
          strokeOpacity="0.75"
          vectorEffect="non-scaling-stroke"
        />
        <path d={drawing.data.index} strokeWidth="1.5" vectorEffect="non-scaling-stroke" />
      </g>
    </svg>
  );
}

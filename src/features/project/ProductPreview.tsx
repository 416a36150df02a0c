import { Maximize2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Product, ProductFile } from '#contract/schemas/product.ts';
import { useText } from '#i18n/use-text.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { IconButton } from '#ui/IconButton.tsx';

interface ProductPreviewProps {
  product: Product;
  name: string;
  picture: ProductFile | null;
  noPicture: ReactNode;
}

/** The picture of a product at a fixed height, so that nothing moves when it comes; can be seen large. */
export function ProductPreview({ name, picture, noPicture }: ProductPreviewProps) {
  const { t } = useText();
  const [isLarge, setLarge] = useState(false);
  return (
    <div className="relative h-56 sm:h-[min(480px,52vh)] overflow-hidden rounded-lg border border-line bg-well">
      {picture === null ? (
        noPicture
      ) : (
        <>
          <img
            src={picture.url}
            alt={t('preview.alt', { product: name })}
            className="size-full object-contain"
          />
          <div className="absolute right-2 bottom-2 rounded-md bg-panel">
            <IconButton
              label={t('preview.expand')}
              icon={<Maximize2 />}
              onClick={() => setLarge(true)}
              side="left"
            />
          </div>
          <Dialog wide open={isLarge} onOpenChange={setLarge} title={name} closeLabel={t('close')}>
            <img src={picture.url} alt={t('preview.alt', { product: name })} className="mb-4 w-full" />
          </Dialog>
        </>
      )}
    </div>
  );
}

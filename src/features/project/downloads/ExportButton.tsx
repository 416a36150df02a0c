import { useMutation } from '@tanstack/react-query';
import { FolderDown } from 'lucide-react';
import { useApi } from '#api/api-context.ts';
import { routes } from '#contract/routes/table.ts';
import { useText } from '#i18n/use-text.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { useToast } from '#ui/Toast.tsx';
import type { Download } from '../products/product-files.ts';

interface ExportButtonProps {
  projectPk: number;
  productPk: number;
  file: Download;
  /** Absolute path to write into. */
  folder: string;
}

/** Writes a file of a product into the project's folder on this disk, and shows its name. */
export function ExportButton({ projectPk, productPk, file, folder }: ExportButtonProps) {
  const { t, errorText } = useText();
  const { client } = useApi();
  const showToast = useToast();
  const write = useMutation({
    mutationFn: () =>
      client.call(routes.productExport, {
        params: { pk: projectPk, product_id: productPk, export_name: file.format },
        query: { dest: folder },
      }),
    onSuccess: ({ path }) => showToast({ title: t('downloads.exported', { path }) }),
    onError: (error) => showToast({ title: errorText(error, 'downloads.exportFailed'), tone: 'bad' }),
  });
  return (
    <IconButton
      label={t('downloads.export', { file: file.name })}
      icon={<FolderDown />}
      disabled={write.isPending}
      onClick={() => write.mutate()}
      side="left"
    />
  );
}

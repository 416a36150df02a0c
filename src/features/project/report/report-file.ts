import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type { ProductName } from '#contract/rules/products.ts';
import type { Project } from '#contract/schemas/project.ts';

/** Address of a product's JSON file; null until it exists. */
export function jsonUrl(products: readonly Project['products'][number][], name: ProductName): string | null {
  const product = products.find((one) => one.name === name && one.status === 'Done');
  return product?.files.find((file) => file.format === 'json')?.url ?? product?.downloads['json'] ?? null;
}

/** The JSON file of a product, fetched and validated once it exists; idle before and where `isWanted` is false. */
export function useProductJson<Schema extends z.ZodType>(
  project: Project,
  name: ProductName,
  schema: Schema,
  isWanted = true,
) {
  const url = jsonUrl(project.products, name);
  return useQuery({
    queryKey: ['projects', project.pk, 'json', url],
    enabled: isWanted && url !== null,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const answer = await fetch(url ?? '', { signal, credentials: 'include' });
      if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
      return schema.parse(await answer.json());
    },
  });
}

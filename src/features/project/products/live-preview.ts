import { type ComponentType, createContext, useContext } from 'react';
import type { Product } from '#contract/schemas/product.ts';
import type { Project } from '#contract/schemas/project.ts';

/** Draws a product with the rendering core, filling its container. */
export type LivePreview = ComponentType<{ project: Project; product: Product }>;

const LivePreviewContext = createContext<LivePreview | null>(null);

export const LivePreviewProvider = LivePreviewContext.Provider;

/** The composition root's renderer of products; null for none. */
export function useLivePreview(): LivePreview | null {
  return useContext(LivePreviewContext);
}

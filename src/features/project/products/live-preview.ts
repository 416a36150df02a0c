import { type ComponentType, createContext, useContext } from 'react';
import type { Product } from '#contract/schemas/product.ts';
import type { Project } from '#contract/schemas/project.ts';

/** Draws a product with the rendering core, in all of the room around it. */
export type LivePreview = ComponentType<{ project: Project; product: Product }>;

const LivePreviewContext = createContext<LivePreview | null>(null);

export const LivePreviewProvider = LivePreviewContext.Provider;

/** What the composition root draws products with; null where it draws none. */
export function useLivePreview(): LivePreview | null {
  return useContext(LivePreviewContext);
}

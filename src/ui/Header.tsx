import { createContext, type ReactNode, useContext } from 'react';
import { createPortal } from 'react-dom';

const HeaderSlot = createContext<HTMLElement | null>(null);

/** Context for screens: the container of their title and controls in the window's header bar. */
export function HeaderSlotProvider({ slot, children }: { slot: HTMLElement | null; children: ReactNode }) {
  return <HeaderSlot value={slot}>{children}</HeaderSlot>;
}

/**
 * What a screen puts into the header bar. The bar itself stays in place while screens change, so nothing jumps.
 */
export function HeaderContent({ children }: { children: ReactNode }) {
  const slot = useContext(HeaderSlot);
  return slot === null ? null : createPortal(children, slot);
}

import { createContext, useContext } from 'react';

/** A raster of the open canvas for which overviews can be built. */
export interface OverviewsOffer {
  readonly layerId: string;
  /** Address of its file, which warnings name. */
  readonly file: string;
  /** Share done while they are being built, 0 to 1; else null. */
  readonly fraction: number | null;
  /** The formatted reason of a failure. */
  readonly failure: string | null;
  build(): void;
}

/** Empty where the user may not change the project. */
export const OverviewsContext = createContext<readonly OverviewsOffer[]>([]);

export const useOverviewsOffers = (): readonly OverviewsOffer[] => useContext(OverviewsContext);

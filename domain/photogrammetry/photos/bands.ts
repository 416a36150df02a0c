import type { ErrorRecord } from '../../errors/app-error.ts';
import type { PhotoInfo } from '../model/photo.ts';

/** Photos of one spectral band, and those of others, which are a survey of their own. */
export interface BandChoice<T> {
  readonly kept: readonly T[];
  readonly others: readonly T[];
  /** Band of `kept`; null for visible colour. */
  readonly band: string | null;
}

const bandOf = (info: Pick<PhotoInfo, 'band'>) => info.band ?? null;

/**
 * Parts photos by spectral band: those in visible colour are kept where there are any, else those of the band that most
 * have (the first of equals). Brightness of different bands has no common meaning in an orthomosaic.
 */
export function chooseBand<T>(
  photos: readonly T[],
  infoOf: (photo: T) => Pick<PhotoInfo, 'band'>,
): BandChoice<T> {
  const counts = new Map<string | null, number>();
  for (const photo of photos) {
    const band = bandOf(infoOf(photo));
    counts.set(band, (counts.get(band) ?? 0) + 1);
  }
  const [most = null] = [...counts].sort((a, b) => b[1] - a[1]).map(([band]) => band);
  const band = counts.has(null) ? null : most;
  const isKept = (photo: T) => bandOf(infoOf(photo)) === band;
  return { kept: photos.filter(isKept), others: photos.filter((photo) => !isKept(photo)), band };
}

/** One record a band that is left out; photos in visible colour are called `RGB`. */
export function otherBands(infos: readonly PhotoInfo[]): ErrorRecord[] {
  const { others, band } = chooseBand(infos, (info) => info);
  return [...new Set(others.map(bandOf))].map((other) => ({
    code: 'photo.bands-mixed',
    params: {
      band: nameOfBand(other),
      count: others.filter((info) => bandOf(info) === other).length,
      kept: nameOfBand(band),
    },
  }));
}

export const nameOfBand = (band: string | null) => band ?? 'RGB';

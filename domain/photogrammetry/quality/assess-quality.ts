import type { RejectedPhoto } from '../model/reconstruction.ts';
import type { PhotoQuality } from './measure-quality.ts';

/**
 * Limits for photos reduced to `qualitySide`; shares are fractions of 1, `spread` is in grey values. Sharpness: a
 * deliberately blurred photo of a public flight has 0.33, the least sharp usable one of 35 photos of four public
 * flights 0.62. Blurred by 3 px (standard deviation, in the full image of 12 megapixels), one photo of each of these
 * flights has 0.37 to 0.49, by 5 px 0.31 to 0.37; the minimum is 0.25.
 */
const limits = {
  sharpness: 0.42,
  darkShare: 0.9,
  brightShare: 0.7,
  texturedShare: 0.02,
  spread: 3,
} as const;

const percent = (share: number) => Math.round(share * 1000) / 10;

/** Returns why a photo is rejected, with measured values and limits (shares in percent), or null if it is usable. */
export function assessQuality(quality: PhotoQuality): Pick<RejectedPhoto, 'reason' | 'params'> | null {
  const isBare = quality.texturedShare < limits.texturedShare;
  const isDark = quality.darkShare >= limits.darkShare;
  if (isBare && (isDark || quality.spread < limits.spread)) {
    return {
      reason: 'covered',
      params: {
        structure: percent(quality.texturedShare),
        limit: percent(limits.texturedShare),
        dark: percent(quality.darkShare),
      },
    };
  }
  if (isDark) {
    return { reason: 'dark', params: { dark: percent(quality.darkShare), limit: percent(limits.darkShare) } };
  }
  if (quality.brightShare >= limits.brightShare) {
    return {
      reason: 'bright',
      params: { bright: percent(quality.brightShare), limit: percent(limits.brightShare) },
    };
  }
  if (quality.sharpness !== null && quality.sharpness < limits.sharpness) {
    return {
      reason: 'blurred',
      params: { sharpness: Math.round(quality.sharpness * 100) / 100, limit: limits.sharpness },
    };
  }
  return null;
}

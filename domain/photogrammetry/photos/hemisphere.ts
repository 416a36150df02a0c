import type { ErrorRecord } from '../../errors/app-error.ts';
import type { PhotoInfo } from '../model/photo.ts';

/** North or south, and east or west, in one word. */
export const hemispheres = ['NE', 'NW', 'SE', 'SW'] as const;
export type Hemisphere = (typeof hemispheres)[number];

/** Photos whose position names no hemisphere: its signs are unknown. */
export function withoutHemisphere(infos: readonly PhotoInfo[]): PhotoInfo[] {
  return infos.filter(({ position }) => position?.lacksHemisphere === true);
}

/** Positions that name no hemisphere get the signs of the one that a person states; others stay as they are. */
export function stateHemisphere(infos: readonly PhotoInfo[], hemisphere: Hemisphere | null): PhotoInfo[] {
  if (!hemisphere) return [...infos];
  const north = hemisphere.startsWith('N') ? 1 : -1;
  const east = hemisphere.endsWith('E') ? 1 : -1;
  return infos.map((info) => {
    const { position } = info;
    if (!position?.lacksHemisphere) return info;
    const latitude = north * Math.abs(position.latitude);
    const longitude = east * Math.abs(position.longitude);
    return { ...info, position: { ...position, latitude, longitude, lacksHemisphere: false } };
  });
}

/** The question that positions without a hemisphere leave open, once for all of them; null where there are none. */
export function checkHemisphere(infos: readonly PhotoInfo[]): ErrorRecord | null {
  const [first, ...rest] = withoutHemisphere(infos);
  if (!first) return null;
  const [latitude, longitude] = [first.position!.latitude, first.position!.longitude].map((angle) =>
    Number(angle.toFixed(6)),
  );
  const params = {
    file: first.name,
    count: 1 + rest.length,
    total: infos.length,
    latitude: latitude!,
    longitude: longitude!,
  };
  return { code: 'photo.hemisphere-unknown', params };
}

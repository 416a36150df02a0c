import { AppError } from '../../errors/app-error.ts';
import type { GeoTiffInfo } from '../tiff/info.ts';
import type { CogColour } from './spec.ts';

/** What the bands are together. Throws `cog.bad-spec` for palettes and colours of other kinds, which have no mean. */
export function colourOf({ bands }: Pick<GeoTiffInfo, 'bands'>): CogColour {
  const kinds = bands.map(({ colour }) => colour).join(' ');
  if (kinds === 'red green blue') return 'rgb';
  if (kinds === 'red green blue alpha') return 'rgba';
  if (bands.every(({ colour }) => colour === 'gray' || colour === 'undefined')) return 'gray';
  throw new AppError('cog.bad-spec', { reason: 'its-bands-are', kinds });
}

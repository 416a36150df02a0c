import { AppError } from '#domain/errors/app-error.ts';
import { colourOf } from '#domain/formats/cog/band-colours.ts';
import type { Raster, RasterWindow } from '#domain/formats/cog/open-raster.ts';
import type { CogColour, CogSampleType } from '#domain/formats/cog/spec.ts';
import type { SampleArray } from '#domain/formats/tiff/sample-types.ts';
import { missingHeight } from '../terrain/surfaces.ts';

/** The pixels of a raster for resampling. */
export interface SourcePixels {
  readonly bands: number;
  readonly sampleType: CogSampleType;
  readonly colour: CogColour;
  readonly nodata: number | null;
  /** Whether the new raster marks missing pixels by a mask. */
  readonly masked: boolean;
  readonly unit: string | null;
  /** Mean plan spacing of the points that heights come from, horizontal unit of the raster. */
  readonly pointSpacing: number | null;
  /**
   * Band arrays to resample, owned by the caller; missing values of floating-point bands are the declared value,
   * never NaN.
   */
  read(window: RasterWindow): readonly SampleArray[];
}

/**
 * How a raster's pixels are resampled: in their type, or, where the file scales its values or heights change their
 * unit (`gain`), as 32-bit floats. Throws `cog.bad-spec` for palettes, colours of other kinds and 64-bit values.
 */
export function describeSource(raster: Raster, gain: number): SourcePixels {
  const { info, sampleType } = raster;
  if (sampleType === 'uint64' || sampleType === 'int64') {
    throw new AppError('cog.bad-spec', { reason: 'values-have-64-bits' });
  }
  const colour = colourOf(info);
  const isScaled = info.bands.some(({ scale, offset }) => scale !== 1 || offset !== 0);
  const isFloat = sampleType === 'float32' || sampleType === 'float64';
  const facts = {
    bands: info.bands.length,
    colour,
    unit: info.bands[0]?.unit ?? null,
    pointSpacing: info.pointSpacing,
  };
  const declared = info.mask || info.nodata === null ? null : Number(info.nodata);
  const single = sampleType === 'float32' && declared !== null ? Math.fround(declared) : declared;
  const isMissing = (value: number) => value === single || Number.isNaN(value);
  if (!isScaled && (gain === 1 || isFloat)) {
    const masked = info.mask || (declared === null && colour !== 'rgba');
    const isTold = isFloat && declared !== null && !Number.isNaN(declared);
    const asDeclared = (band: SampleArray): SampleArray =>
      (band as Float64Array).map((value) => (Number.isNaN(value) ? declared! : value));
    const read = ({ bands }: RasterWindow) => (isTold ? bands.map(asDeclared) : bands);
    return { ...facts, sampleType, nodata: declared, masked, read };
  }
  return {
    ...facts,
    sampleType: 'float32',
    nodata: missingHeight,
    masked: false,
    read: ({ bands, mask }) =>
      bands.map((band, index) => {
        const { scale, offset } = info.bands[index]!;
        return Float32Array.from(band as Float64Array, (value, at) =>
          isMissing(value) || mask?.[at] === 0 ? missingHeight : value * scale + offset,
        );
      }),
  };
}

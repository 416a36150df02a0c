import { clamp } from '../../math/clamp.ts';
/** How subsampled colour differences (tags 529, 530 and 532) become RGB. */
export interface ColourDifferences {
  /** Pixels across and down that share a pair of differences. */
  readonly subsampling: readonly [number, number];
  /** Weights of red, green and blue in luminance. */
  readonly luma: readonly number[];
  /** Codes of black and white: of luminance, then of both differences. */
  readonly reference: readonly number[];
}

const fixedOne = 65_536;

/** Bytes of `width × height` pixels stored in groups of luminances and a pair of differences. */
export function groupedBytes(
  width: number,
  height: number,
  [across, down]: readonly [number, number],
): number {
  return Math.ceil(width / across) * Math.ceil(height / down) * (across * down + 2);
}

/**
 * Spreads groups of luminances and a shared pair of colour differences into interleaved RGB. Every pixel of a
 * group takes its pair unchanged. Fixed-point arithmetic with 16 bits, as libtiff does it.
 * Source: TIFF 6.0, section 21 (1992).
 */
export function groupsToRgb(
  groups: Uint8Array,
  width: number,
  height: number,
  colours: ColourDifferences,
): Uint8Array<ArrayBuffer> {
  const [across, down] = colours.subsampling;
  const convert = createConverter(colours);
  const rgb = new Uint8Array(width * height * 3);
  let at = 0;
  for (let top = 0; top < height; top += down) {
    for (let left = 0; left < width; left += across) {
      const cb = groups[at + across * down]!;
      const cr = groups[at + across * down + 1]!;
      for (let dy = 0; dy < down; dy++) {
        for (let dx = 0; dx < across; dx++, at++) {
          if (left + dx >= width || top + dy >= height) continue;
          convert(groups[at]!, cb, cr, rgb, ((top + dy) * width + left + dx) * 3);
        }
      }
      at += 2;
    }
  }
  return rgb;
}

function createConverter({ luma, reference }: ColourDifferences) {
  const [red, green, blue] = luma as [number, number, number];
  const fixed = (value: number) => Math.floor(Math.min(2, Math.max(0, value)) * fixedOne + 0.5);
  const spread = (code: number, black: number, white: number, range: number) =>
    Math.trunc(Math.min(4096, Math.max(-4096, ((code - black) * range) / (white - black || 1))));
  const [fromCr, fromCb] = [2 - 2 * red, 2 - 2 * blue];
  const d1 = fixed(fromCr);
  const d2 = -fixed((red * fromCr) / green);
  const d3 = fixed(fromCb);
  const d4 = -fixed((blue * fromCb) / green);
  const table = (value: (code: number) => number) => Int32Array.from({ length: 256 }, (_, i) => value(i));
  const [y0, y1, b0, b1, r0, r1] = reference as [number, number, number, number, number, number];
  const y = table((code) => spread(code, y0, y1, 255));
  const cr = table((code) => spread(code - 128, r0 - 128, r1 - 128, 127));
  const cb = table((code) => spread(code - 128, b0 - 128, b1 - 128, 127));
  const inByte = (value: number) => clamp(value, 0, 255);
  return (luminance: number, blueness: number, redness: number, to: Uint8Array, at: number) => {
    const [base, b, r] = [y[luminance]!, cb[blueness]!, cr[redness]!];
    to[at] = inByte(base + ((d1 * r + 32_768) >> 16));
    to[at + 1] = inByte(base + ((d4 * b + 32_768 + d2 * r) >> 16));
    to[at + 2] = inByte(base + ((d3 * b + 32_768) >> 16));
  };
}

/** Interleaved CMYK of 8 bits to RGBA. */
export function cmykToRgba(cmyk: Uint8Array): Uint8Array<ArrayBuffer> {
  const rgba = new Uint8Array(cmyk.length);
  for (let i = 0; i < cmyk.length; i += 4) {
    const light = 255 - cmyk[i + 3]!;
    for (let c = 0; c < 3; c++) rgba[i + c] = Math.floor((light * (255 - cmyk[i + c]!)) / 255);
    rgba[i + 3] = 255;
  }
  return rgba;
}

/** XYZ (D50 white, as TIFF supposes) to the light of a display's red, green and blue. */
const displayMatrix = [
  [3.241, -1.5374, -0.4986],
  [-0.9692, 1.876, 0.0416],
  [0.0556, -0.204, 1.057],
] as const;
const whiteD50 = [96.425, 100, 82.468] as const;
const displaySteps = 1500;

/**
 * CIE L*a*b* of 8 bits (a and b signed) to RGBA, quantised as libtiff's display tables are.
 * Source: TIFF 6.0, section 23 (1992), CIE 15 (1976).
 */
export function labToRgba(lab: Uint8Array): Uint8Array<ArrayBuffer> {
  const rgba = new Uint8Array((lab.length / 3) * 4);
  const cube = (value: number, white: number) =>
    value < 0.2069 ? (white * (value - 0.13793)) / 7.787 : white * value ** 3;
  for (let from = 0, to = 0; from + 2 < lab.length; from += 3, to += 4) {
    const lightness = (lab[from]! * 100) / 255;
    const isDark = lightness < 8.856;
    const y = isDark ? (lightness * whiteD50[1]) / 903.292 : whiteD50[1] * ((lightness + 16) / 116) ** 3;
    const root = isDark ? 7.787 * (y / whiteD50[1]) + 16 / 116 : (lightness + 16) / 116;
    const x = cube(((lab[from + 1]! << 24) >> 24) / 500 + root, whiteD50[0]);
    const z = cube(root - ((lab[from + 2]! << 24) >> 24) / 200, whiteD50[2]);
    displayMatrix.forEach(([mx, my, mz], c) => {
      const light = Math.min(100, Math.max(1, mx * x + my * y + mz * z));
      const step = Math.min(displaySteps, Math.trunc(((light - 1) / 99) * displaySteps));
      rgba[to + c] = Math.min(255, Math.round(255 * (step / displaySteps) ** (1 / 2.4)));
    });
    rgba[to + 3] = 255;
  }
  return rgba;
}

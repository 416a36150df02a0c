type Rgb = readonly [number, number, number];

/** Values of the ten shades of each hue in AutoCAD's palette, pairs of full and half saturation. */
const shadeValues = [255, 165, 127, 76, 38] as const;
const greys = [51, 91, 132, 173, 214, 255] as const;
const named: readonly Rgb[] = [
  [255, 0, 0],
  [255, 255, 0],
  [0, 255, 0],
  [0, 255, 255],
  [0, 0, 255],
  [255, 0, 255],
  [255, 255, 255],
  [128, 128, 128],
  [192, 192, 192],
];

/** One channel of a fully saturated hue in steps of 15°, 0 to 1: a trapezoid over the colour circle. */
function hueChannel(step: number, shift: number): number {
  const position = (step + shift) % 24;
  if (position < 4) return position / 4;
  if (position <= 12) return 1;
  return position < 16 ? (16 - position) / 4 : 0;
}

function paletteColour(index: number): Rgb {
  if (index < 10) return named[index - 1]!;
  if (index >= 250) {
    const grey = greys[index - 250]!;
    return [grey, grey, grey];
  }
  const step = Math.floor(index / 10) - 1;
  const shade = index % 10;
  const value = shadeValues[shade >> 1]!;
  const channel = (shift: number) => {
    const full = hueChannel(step, shift);
    return Math.floor(value * (shade & 1 ? 0.5 + full / 2 : full));
  };
  return [channel(8), channel(0), channel(16)];
}

const hexOf = (rgb: Rgb) => `#${rgb.map((part) => part.toString(16).padStart(2, '0')).join('')}`;

/** The colour `#rrggbb` of an index of AutoCAD's palette; white for those outside of it. */
export function paletteHex(index: number): string {
  return Number.isInteger(index) && index >= 1 && index <= 255 ? hexOf(paletteColour(index)) : '#ffffff';
}

/** The colour `#rrggbb` of group 420. */
export function trueColourHex(value: number): string {
  return hexOf([(value >> 16) & 255, (value >> 8) & 255, value & 255]);
}

/**
 * The index of AutoCAD's palette (1 to 255) nearest to a colour `#rrggbb`: files of 2000 have no true
 * colour. Black, which a drawing cannot show on black, becomes 7, drawn black or white against the ground.
 */
export function colourIndex(colour: string): number {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour);
  if (!match) return 7;
  const wanted = match.slice(1).map((part) => Number.parseInt(part, 16));
  if (wanted.every((part) => part < 16)) return 7;
  let best = 7;
  let nearest = Infinity;
  for (let index = 1; index <= 255; index++) {
    const distance = paletteColour(index).reduce((sum, part, i) => sum + (part - wanted[i]!) ** 2, 0);
    if (distance < nearest) {
      nearest = distance;
      best = index;
    }
  }
  return best;
}

import type { ColourRamp, ColourStop } from '../../contract/raster-tasks.ts';

type Colour = readonly [red: number, green: number, blue: number];

/** Evenly spaced colours from low to high. */
const namedRamps: Readonly<Record<'terrain' | 'gray' | 'heat', readonly Colour[]>> = {
  terrain: [
    [48, 107, 98],
    [86, 146, 96],
    [150, 178, 108],
    [212, 202, 136],
    [196, 160, 108],
    [160, 122, 96],
    [222, 214, 208],
  ],
  gray: [
    [40, 40, 40],
    [235, 235, 235],
  ],
  heat: [
    [13, 22, 66],
    [74, 32, 120],
    [168, 54, 104],
    [232, 110, 66],
    [252, 196, 84],
    [252, 246, 196],
  ],
};

/** The stops of a ramp in rising order of height. */
function stopsOf(ramp: ColourRamp): ColourStop[] {
  if ('stops' in ramp) return [...ramp.stops].sort((a, b) => a.height - b.height);
  const colours = namedRamps[ramp.name];
  return colours.map(([red, green, blue], i) => ({
    height: ramp.low + ((ramp.high - ramp.low) * i) / (colours.length - 1),
    red,
    green,
    blue,
  }));
}

const tableSize = 1024;

/**
 * A ramp as a function from height to an index into a table of RGB colours (three numbers an entry, 0 to
 * 255): 1024 steps between the lowest and the highest stop.
 */
export function tabulateRamp(ramp: ColourRamp): { colours: Float32Array; indexOf(height: number): number } {
  const stops = stopsOf(ramp);
  const colours = new Float32Array(tableSize * 3);
  const low = stops[0]?.height ?? 0;
  const span = (stops.at(-1)?.height ?? 0) - low;
  for (let i = 0; i < tableSize; i++) {
    colours.set(colourAt(stops, low + (span * i) / (tableSize - 1)), 3 * i);
  }
  const scale = span > 0 ? (tableSize - 1) / span : 0;
  return {
    colours,
    indexOf: (height) => Math.max(0, Math.min(tableSize - 1, Math.floor((height - low) * scale + 0.5))),
  };
}

function colourAt(stops: readonly ColourStop[], height: number): Colour {
  const next = stops.findIndex((stop) => stop.height >= height);
  const above = stops[next] ?? stops.at(-1) ?? { height: 0, red: 0, green: 0, blue: 0 };
  const below = stops[next - 1] ?? above;
  const span = above.height - below.height;
  const share = span > 0 ? Math.min(1, (height - below.height) / span) : 1;
  const mix = (from: number, to: number) => from + (to - from) * share;
  return [mix(below.red, above.red), mix(below.green, above.green), mix(below.blue, above.blue)];
}

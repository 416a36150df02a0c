import type { StationBlock, StationControl } from '#core/stations/station-block.ts';

/** World coordinates of the block's frame. */
export const blockOrigin = [500_000, 4_900_000, 200] as const;

const photos = Array.from({ length: 12 }, (_, index) => {
  const centre = [30 * (index % 4) - 45, 30 * Math.floor(index / 4) - 30, 60] as const;
  return {
    name: `photo-${index}.jpg`,
    camera: 0,
    // North is up in the image, and the camera looks down.
    rotation: [1, 0, 0, 0, -1, 0, 0, 0, -1] as const,
    centre,
    position: [blockOrigin[0] + centre[0], blockOrigin[1] + centre[1], blockOrigin[2] + centre[2]] as const,
    gpsResidual: [0.1, -0.2, 0.3] as const,
    observations: 100 + index,
    rmsPx: 0.5,
    files: null,
  };
});

const point = (
  label: string,
  kind: StationControl['kind'],
  position: StationControl['position'],
  residual: StationControl['residual'],
): StationControl => ({ label, kind, status: 'used', position, residual, marks: 4, rmsPx: 0.4 });

/** Tie points on a wavy ground, 3 m apart, coloured from west to east and south to north. */
function tiesOf(): Pick<StationBlock, 'ties' | 'tieColours'> {
  const side = 41;
  const ties = new Float64Array(side * side * 3);
  const tieColours = new Uint8Array(side * side * 3);
  for (let index = 0; index < side * side; index++) {
    const [column, row] = [index % side, Math.floor(index / side)];
    const [x, y] = [3 * column - 60, 3 * row - 60];
    ties.set([blockOrigin[0] + x, blockOrigin[1] + y, blockOrigin[2] + 3 * Math.sin(x / 15)], index * 3);
    tieColours.set([60 + 4 * column, 60 + 4 * row, 90], index * 3);
  }
  return { ties, tieColours };
}

/** A small synthetic block: 12 photos 60 m over the ground, two control points and a checkpoint. */
export const madeUpBlock: StationBlock = {
  cameras: [{ model: 'perspective', width: 4000, height: 3000, focal: 4000, cx: 2000, cy: 1500 }],
  photos,
  control: [
    point('G1', 'gcp', [-40, -35, 2], [0.02, 0.03, 0.01]),
    point('G2', 'gcp', [40, 35, 2], [-0.04, 0.01, 0.02]),
    point('C1', 'checkpoint', [0, 0, 2], [0.03, -0.05, 0.06]),
  ],
  ...tiesOf(),
};

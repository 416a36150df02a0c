import proj4 from 'proj4';
import { toProj4 } from '#domain/crs/proj/proj-write.ts';
import { findCrs } from '#domain/crs/search-crs.ts';
import { createTransform } from '#domain/crs/transform.ts';
import type { ProjectedCrs } from '#domain/crs/types.ts';
import type { BenchCase } from '../case.ts';
import { seededRandom } from '../data/lidar.ts';

/** NAD83(2011) / UTM zone 15N in metres, and Minnesota Central in US survey feet, a Lambert cone. */
const [fromCode, toCode] = [6344, 6501];
/** Minnesota in the zone: metres. */
const field = { west: 200_000, south: 4_990_000, width: 560_000, height: 330_000 };

async function projected(epsg: number): Promise<ProjectedCrs> {
  const entry = await findCrs(epsg);
  if (entry?.kind !== 'projected') throw new Error(`EPSG:${epsg} is no projected system`);
  return entry.crs;
}

/** Points from a UTM zone to a state plane in feet. */
export const reprojectCase: BenchCase = {
  name: 'reproject',
  workload: '5 M points, UTM zone 15N to Minnesota Central in US survey feet, all over the state, one thread',
  goal: 4,
  async prepare({ quick }) {
    const count = quick ? 500_000 : 5_000_000;
    const [from, to] = [await projected(fromCode), await projected(toCode)];
    const random = seededRandom(15);
    const source = new Float64Array(2 * count);
    for (let i = 0; i < source.length; i += 2) {
      source[i] = field.west + random() * field.width;
      source[i + 1] = field.south + random() * field.height;
    }
    const transform = createTransform(
      { horizontal: from, vertical: null },
      { horizontal: to, vertical: null },
    );
    const converter = proj4(toProj4(from)!, toProj4(to)!);
    const result = new Float64Array(source.length);
    const expected = new Float64Array(source.length);
    const ours = (): void => {
      result.set(source);
      transform.batch(result, 2);
    };
    const run = (): void => {
      for (let i = 0; i < source.length; i += 2) {
        const point = converter.forward([source[i]!, source[i + 1]!]);
        expected[i] = point[0]!;
        expected[i + 1] = point[1]!;
      }
    };
    ours();
    run();
    let furthest = 0;
    for (let i = 0; i < source.length; i++) {
      furthest = Math.max(furthest, Math.abs(result[i]! - expected[i]!) * to.unit.metres);
    }
    if (!(furthest <= 1e-4)) throw new Error(`points differ from proj4 by ${furthest} m`);
    return {
      ours,
      peer: { name: 'proj4', run },
      note: `no coordinate differs from proj4 by more than ${(furthest * 1e6).toFixed(3)} µm`,
    };
  },
};

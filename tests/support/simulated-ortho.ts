import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { geoKeysFor } from '#domain/crs/geokeys/geokeys-write.ts';
import { readCrs } from '#domain/crs/read-crs.ts';
import { type GridFrame, gridRect } from '#domain/geometry/grid/grid.ts';
import type { Mat3 } from '#domain/math/rotations.ts';
import type { Vec3 } from '#domain/math/vectors.ts';
import type { Camera } from '#domain/photogrammetry/model/camera.ts';
import { createLocalFrame } from '#domain/photogrammetry/model/local-frame.ts';
import { createSimCamera } from '#domain/simulation/flight/sim-camera.ts';
import type { Building } from '#domain/simulation/objects.ts';
import type { Product } from '#server/pipeline/context.ts';
import type { PhotoContext } from '#server/pipeline/photo/context.ts';
import { simulateSurvey } from '#server/pipeline/simulate/simulate-survey.ts';
import { createStepRunner } from '#server/pipeline/steps.ts';
import type { TaskPool } from '#workers/contract/pool.ts';
import type { SceneRequest } from '#workers/contract/simulation-tasks.ts';
import { writeCog } from './cog-file.ts';

interface SimulationTruth {
  readonly placement: { readonly originX: number; readonly originY: number };
  readonly objectsM: { readonly buildings: readonly Building[] };
  readonly flight: {
    readonly gsdM: number;
    readonly camera: Camera;
    readonly targetEdgeM: number;
    readonly targets: SceneRequest['targets'];
    readonly images: readonly { readonly name: string; readonly rotation: Mat3; readonly centreM: Vec3 }[];
  };
}

/** True orthographic heights and colours per cell. */
export interface TruePicture {
  readonly z: Float32Array<ArrayBuffer>;
  /** RGB. */
  readonly rgb: Uint8Array;
}

/** A simulated survey with lidar and photos whose true poses are known, as input of the steps after the adjustment. */
export interface SimulatedFlight {
  readonly folder: string;
  readonly sizeM: number;
  readonly truth: SimulationTruth;
  readonly context: PhotoContext;
  readonly products: readonly Product[];
  /** The true surface as a raster in the project's system. */
  readonly surfacePath: string;
  readonly lidarPath: string;
  /** The truth on cells of a frame in world coordinates. */
  look(frame: GridFrame): Promise<TruePicture>;
  remove(): void;
}

const crsText = 'EPSG:26917+5703';
const marginM = 10;
const [surfaceCell, beyondM] = [0.2, 90];

/** Simulates a flight over a site of 160 m with a camera of 800 × 600 pixels, 13 cm on the ground, and scans it. */
export async function simulateFlight(seed: number, pool: TaskPool): Promise<SimulatedFlight> {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-ortho-'));
  const sizeM = 160;
  const camera = createSimCamera(800);
  await simulateSurvey({
    out: folder,
    seed,
    sizeM,
    pulsesPerM2: 1,
    crs: crsText,
    unclassified: false,
    flight: {
      altitudeM: 80,
      overlap: 0.7,
      sidelap: 0.65,
      pattern: 'grid',
      camera,
      gpsSigmaM: 0.1,
      attitudeSigmaDeg: 0.2,
      controlCount: 3,
      checkCount: 6,
      readoutS: 0,
      exposureS: 0,
      driftM: 0,
      secondFlightM: null,
      isExifOnly: false,
      geoidM: 0,
    },
    pool,
  });
  const truth = JSON.parse(readFileSync(join(folder, 'truth.json'), 'utf8')) as SimulationTruth;
  const { flight, placement } = truth;
  const scene = { seed, sizeM, marginM: beyondM, targets: flight.targets, targetEdgeM: flight.targetEdgeM };

  async function look(frame: GridFrame): Promise<TruePicture> {
    const xy = new Float64Array(2 * frame.width * frame.height);
    for (let cell = 0; cell < xy.length / 2; cell++) {
      xy[2 * cell] = frame.originX + (cell % frame.width) * frame.cellSize - placement.originX;
      xy[2 * cell + 1] = frame.originY - Math.floor(cell / frame.width) * frame.cellSize - placement.originY;
    }
    const seen = await pool.run('simulation.lookDown', { scene, xy, sizeM: frame.cellSize });
    return { z: Float32Array.from(seen.z), rgb: Uint8ClampedArray.from(seen.rgb) as unknown as Uint8Array };
  }

  const crs = await readCrs([{ source: 'user', payload: crsText }]);
  const side = Math.round((sizeM + 2 * marginM) / surfaceCell);
  const surface: GridFrame = {
    width: side,
    height: side,
    originX: placement.originX - marginM + surfaceCell / 2,
    originY: placement.originY + sizeM + marginM - surfaceCell / 2,
    cellSize: surfaceCell,
  };
  const rect = gridRect(surface);
  const { bytes } = await writeCog(
    {
      width: side,
      height: side,
      bands: 1,
      sampleType: 'float32',
      colour: 'gray',
      geotransform: [rect.minX, surfaceCell, 0, rect.maxY, 0, -surfaceCell],
      geoKeys: geoKeysFor(crs.definition!, { rasterType: 1 }),
      nodata: -9999,
    },
    { samples: (await look(surface)).z },
  );
  const surfacePath = join(folder, 'true-surface.tif');
  writeFileSync(surfacePath, bytes);
  const products: Product[] = [];
  const context = {
    request: { out: folder, crs: null, settings: { orthoGsdMultiplier: 1 } },
    photos: flight.images.map(({ name }) => ({
      info: { name },
      path: join(folder, 'images', name),
      identity: name,
      sharpness: null,
    })),
    adjusted: {
      cameras: [flight.camera],
      photos: flight.images.map(({ rotation, centreM }, photo) => ({
        photo,
        camera: 0,
        pose: { rotation, centre: centreM },
      })),
    },
    adjustedKey: 'truth',
    // The map is true to scale at the site, so site metres are the frame's.
    frame: createLocalFrame(null, [placement.originX, placement.originY, 0]),
    crs,
    gsdM: flight.gsdM,
    groundHeightM: 253,
    steps: await createStepRunner(folder, () => undefined),
    pool,
    signal: undefined,
    workFolder: folder,
    warnings: [],
    failures: [],
    finish: async (product: Product) => {
      products.push(product);
    },
  } as unknown as PhotoContext;
  return {
    folder,
    sizeM,
    truth,
    context,
    products,
    surfacePath,
    lidarPath: join(folder, 'lidar.laz'),
    look,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

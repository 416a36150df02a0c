import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readCrs } from '#domain/crs/read-crs.ts';
import type { Vec3 } from '#domain/math/vectors.ts';
import { type Camera, simpleCamera } from '#domain/photogrammetry/model/camera.ts';
import { createLocalFrame } from '#domain/photogrammetry/model/local-frame.ts';
import type { Pose } from '#domain/photogrammetry/model/pose.ts';
import { createProjector, type ImagePlace } from '#domain/photogrammetry/model/projector.ts';
import type { CellFrame } from './cell-heights.ts';

/** The part of `bundle-adjustment.json` that is read here. */
interface BundleDocument {
  readonly frame: { readonly origin: Vec3 };
  readonly cameras: readonly (Pick<Camera, 'model' | 'width' | 'height'> & {
    readonly parameters: readonly { readonly name: keyof Camera; readonly value: number }[];
  })[];
  readonly photos: readonly (Pose & { readonly camera: number })[];
}

/** Number of adjusted photos of a processed block that show a place of the world. */
export async function createPhotoCounter(out: string, crs: string): Promise<(world: Vec3) => number> {
  const document: BundleDocument = JSON.parse(await readFile(join(out, 'bundle-adjustment.json'), 'utf8'));
  const { definition } = await readCrs([{ source: 'user', payload: crs }]);
  const frame = createLocalFrame(definition, document.frame.origin);
  const cameras = document.cameras.map(({ model, width, height, parameters }): Camera => {
    const values = Object.fromEntries(parameters.map(({ name, value }) => [name, value]));
    return { ...simpleCamera(width, height, 1), model, ...values };
  });
  const projectors = document.photos.map((photo) => createProjector(cameras[photo.camera]!, photo));
  const place: ImagePlace = { x: 0, y: 0 };
  return (world) => {
    const [x, y, z] = frame.toLocal(world);
    return projectors.filter((project) => project(x, y, z, place)).length;
  };
}

/** Middle of a cell of a frame. */
export function cellMiddle({ minX, minY, columns, cellM }: CellFrame, cell: number): [number, number] {
  return [minX + ((cell % columns) + 0.5) * cellM, minY + (Math.floor(cell / columns) + 0.5) * cellM];
}

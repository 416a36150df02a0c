import { join } from 'node:path';
import type { FileProofs } from '#contract/schemas/file-proofs.ts';
import { openRaster } from '#domain/formats/cog/open-raster.ts';
import { type GlbOptions, writeGlb } from '#domain/formats/gltf/write-glb.ts';
import { writeMtl, writeObj } from '#domain/formats/obj/write-obj.ts';
import { gridRect } from '#domain/geometry/grid/grid.ts';
import type { MeshSums } from '#domain/geometry/tin/mesh-sums.ts';
import type { SurfaceMesh } from '#domain/photogrammetry/ortho/surface-mesh.ts';
import { openFileSource } from '#workers/io/file-source.ts';
import { ownBytes } from '#workers/io/full-transfer.ts';
import { sharp } from '../../image-readers.ts';
import { sumMesh } from '../../proof/prove-mesh.ts';
import { type MetresPerUnit, metresPerUnit } from '../../units.ts';
import { type Pieces, writePieces, writeProved } from '../../write-pieces.ts';
import type { PhotoContext } from '../context.ts';
import { type OrthoFacts, orthoFiles } from './make-orthomosaic.ts';
import { openSurface } from './surface-source.ts';

export const meshFiles = {
  glb: 'surface-mesh.glb',
  obj: 'surface-mesh.obj',
  material: 'surface-mesh.mtl',
  texture: 'surface-mesh.jpg',
} as const;

/** The mesh; null where the surface has no triangle. */
export interface MeshFacts {
  readonly vertices: number;
  readonly triangles: number;
  /** World coordinates of the files' origin. */
  readonly origin: readonly [number, number, number];
  /** Maximum deviation from the surface in decimation, vertical unit. */
  readonly tolerance: number;
}

const maxVertices = 200_000;
/** Cells per side where decimation starts. */
const gridSide = 2048;
const textureSide = 4096;
const textureQuality = 85;
/** A deviation of this many cells of the orthomosaic does not justify a vertex. */
const minCells = 1;
const materialName = 'surface';

/** The largest resolution of the orthomosaic that fits a texture, as JPEG without opacity. */
async function makeTexture(path: string): Promise<Buffer> {
  const source = await openFileSource(path);
  try {
    const raster = await openRaster(source);
    const fits = raster.levels.findIndex(({ width, height }) => Math.max(width, height) <= textureSide);
    const level = fits < 0 ? raster.levels.length - 1 : fits;
    const { width, height } = raster.levels[level]!;
    const { bands } = await raster.readWindow(level, { x: 0, y: 0, width, height }, { bands: [0, 1, 2] });
    const pixels = new Uint8Array(3 * width * height);
    bands.forEach((band, channel) => {
      for (let i = 0; i < band.length; i++) pixels[3 * i + channel] = Number(band[i]);
    });
    const raw = { width, height, channels: 3 as const };
    return await sharp(pixels, { raw }).jpeg({ quality: textureQuality }).toBuffer();
  } finally {
    await source.close();
  }
}

async function decimate(
  context: PhotoContext,
  surfacePath: string,
  ortho: OrthoFacts,
  unit: MetresPerUnit,
): Promise<SurfaceMesh | null> {
  const { pool, signal } = context;
  const source = await openSurface(surfacePath, pool);
  try {
    const { frame } = source;
    const steps = Math.max(0, Math.ceil(Math.log2(Math.max(frame.width, frame.height) / gridSide)));
    const surface = await source.read(gridRect(ortho.frame), frame.cellSize * 2 ** steps);
    if (!surface) return null;
    const least = (minCells * ortho.cellM) / unit.vertical;
    const { mesh } = await pool.run(
      'photo.orthoMesh',
      { surface, options: { least, maxVertices, texture: ortho.frame } },
      { transfer: [surface.values.buffer as ArrayBuffer], ...(signal ? { signal } : {}) },
    );
    return mesh;
  } finally {
    await source.close();
  }
}

/** Positions in metres, as glTF has them. */
function toMetres(positions: Float32Array, { horizontal, vertical }: MetresPerUnit): Float32Array {
  return positions.map((value, i) => value * (i % 3 === 2 ? vertical : horizontal));
}

async function writeMesh(
  { crs, request }: PhotoContext,
  mesh: SurfaceMesh,
  jpeg: Buffer,
  unit: MetresPerUnit,
): Promise<FileProofs> {
  const { out } = request;
  const { positions, places, triangles, origin } = mesh;
  const system = { name: crs.name, epsg: crs.epsg, verticalEpsg: crs.verticalEpsg };
  const extras: GlbOptions['extras'] = { origin, metresPerUnit: unit, system };
  const inMetres = { positions: toMetres(positions, unit), places, triangles };
  const glb = writeGlb({ ...inMetres, jpeg }, { name: materialName, extras });
  const units = `${crs.horizontalUnit?.name ?? 'metre'}, heights ${(crs.verticalUnit ?? crs.horizontalUnit)?.name ?? 'metre'}`;
  const comments = [
    `origin (add to every vertex): ${origin.join(' ')}`,
    `system: ${crs.name ?? 'local grid'}${crs.epsg === null ? '' : ` (EPSG:${crs.epsg})`}`,
    `units: ${units}`,
  ];
  const pieces = writeObj(
    { positions, places, triangles },
    { comments, name: materialName, materialFile: meshFiles.material },
  );
  const options = { pool: request.pool, signal: request.signal };
  const write = async (file: string, content: Pieces, sums?: MeshSums): Promise<FileProofs> => {
    const path = join(out, file);
    const written = sums
      ? await writeProved(path, content, { kind: 'mesh', ...sums }, options)
      : await writePieces(path, content);
    return { [file]: written.proof };
  };
  return {
    ...(await write(meshFiles.glb, [glb], sumMesh(inMetres, 'glb'))),
    ...(await write(meshFiles.obj, pieces, sumMesh(mesh, 'obj'))),
    ...(await write(meshFiles.material, [writeMtl(materialName, meshFiles.texture)])),
    ...(await write(meshFiles.texture, [ownBytes(jpeg)])),
  };
}

/**
 * Makes a decimated mesh of the surface model, coloured by the orthomosaic: binary glTF in metres, and OBJ with
 * material and texture in the units of the system, both relative to the stated origin. Step `surface-mesh`. Errors:
 * `process.not-projected`, those of reading rasters and writing files; `AbortError`.
 */
export async function makeMesh(
  context: PhotoContext,
  surface: { readonly path: string; readonly key: string },
  ortho: OrthoFacts,
): Promise<MeshFacts | null> {
  const { steps, request, crs } = context;
  return steps.run('surface-mesh', [surface.key, steps.keyOf('orthomosaic')], async (report) => {
    const unit = metresPerUnit(crs, context.photos[0]?.info.name ?? '?');
    const mesh = await decimate(context, surface.path, ortho, unit);
    if (!mesh) return { facts: null, files: [] };
    report(0.5);
    const proofs = await writeMesh(
      context,
      mesh,
      await makeTexture(join(request.out, orthoFiles.mosaic)),
      unit,
    );
    const facts: MeshFacts = {
      vertices: mesh.positions.length / 3,
      triangles: mesh.triangles.length / 3,
      origin: mesh.origin,
      tolerance: mesh.tolerance,
    };
    return { facts, files: Object.values(meshFiles), proofs };
  });
}

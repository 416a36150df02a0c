import type { Grid } from '#domain/geometry/grid/grid.ts';
import type { CoarseView, CoarseViewInput } from '#domain/photogrammetry/ortho/coarse-view.ts';
import type { PointView, PointViewInput } from '#domain/photogrammetry/ortho/colour-points.ts';
import type { Exposure } from '#domain/photogrammetry/ortho/exposure.ts';
import type { RenderedTile, TileRequest } from '#domain/photogrammetry/ortho/render-tile.ts';
import type { SurfaceMesh, SurfaceMeshOptions } from '#domain/photogrammetry/ortho/surface-mesh.ts';

/** The inputs for the seams of a whole survey. */
export interface OrthoSeamsInput {
  /** Size of the coarse frame. */
  readonly width: number;
  readonly height: number;
  /** One a photo; may be transferred. */
  readonly views: readonly CoarseView[];
  /** Camera of each photo: vignetting is shared by those of one camera. */
  readonly cameraOf: readonly number[];
  /** Heights of the coarse cells, NaN where there is no survey. */
  readonly heights: Float32Array<ArrayBuffer>;
  /** Cells in fewer photos are beyond the survey. */
  readonly minViews: number;
  /** Metres a vertical unit; edge of a coarse cell and flying height, metres. */
  readonly metresPerUnit: number;
  readonly cellM: number;
  readonly flyingHeightM: number;
}

export interface OrthoSeams {
  /** Index of the photo that each coarse cell is taken from; `noView` where none shows it, `beyond` where too few could. */
  readonly labels: Uint16Array<ArrayBuffer>;
  /** The best photo besides it, for ground that turns out to be hidden. */
  readonly seconds: Uint16Array<ArrayBuffer>;
  readonly exposure: Exposure;
}

/** Tasks of the orthomosaic. Outputs are transferred. */
export interface PhotoOrthoTasks {
  /** What one photo shows of the coarse cells; the pixels of `image` may be transferred. */
  'photo.orthoView': { input: CoarseViewInput; output: CoarseView };
  /** Brings the photos' colours together and chooses the photo of each coarse cell. */
  'photo.orthoSeams': { input: OrthoSeamsInput; output: OrthoSeams };
  /** Renders one output tile; the crops' pixels may be transferred. */
  'photo.orthoTile': { input: TileRequest; output: RenderedTile };
  /** Decimates a gridded surface to a mesh for the texture of an orthomosaic; the grid's values may be transferred. */
  'photo.orthoMesh': {
    input: { surface: Grid; options: SurfaceMeshOptions };
    output: { mesh: SurfaceMesh | null };
  };
  /** What one photo shows of points; the crop's pixels may be transferred. */
  'photo.colourPoints': { input: PointViewInput; output: PointView };
}

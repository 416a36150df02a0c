import type { Vec3 } from '#domain/math/vectors.ts';
import type { Camera } from '#domain/photogrammetry/model/camera.ts';
import type { Pose } from '#domain/photogrammetry/model/pose.ts';
import type { SurveyTarget } from '#domain/simulation/flight/scene.ts';

/** A simulated site as the camera sees it; equal scenes are built once a worker. */
export interface SceneRequest {
  readonly seed: number;
  readonly sizeM: number;
  /** How far the ground is known beyond the site's edges, metres. */
  readonly marginM: number;
  readonly targets: readonly SurveyTarget[];
  readonly targetEdgeM: number;
}

/** Tasks that look at the simulated site. */
export interface SimulationTasks {
  /** Renders one photo; `RenderRequest` of the binding describes the fields. */
  'simulation.renderImage': {
    input: {
      scene: SceneRequest;
      camera: Camera;
      pose: Pose;
      velocity: Vec3;
      readoutS: number;
      exposureS: number;
      gains: Vec3;
      vignetting: number;
      noise: number;
      seed: number;
    };
    output: {
      /** RGB, row 0 on top; transferred. */
      pixels: Uint8Array<ArrayBuffer>;
      /** For each target of the scene whether nothing hides its middle from the camera. */
      isVisible: boolean[];
    };
  };
  /** The true surface seen from straight above at places (xy, length 2n) for a pixel of `sizeM`. */
  'simulation.lookDown': {
    input: { scene: SceneRequest; xy: Float64Array; sizeM: number };
    output: {
      /** Metres; length n. */
      z: Float64Array<ArrayBuffer>;
      /** 0–255 under the sun, before exposure; length 3n. */
      rgb: Float64Array<ArrayBuffer>;
    };
  };
}

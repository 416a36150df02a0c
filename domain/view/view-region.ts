import { isInRing } from '../geometry/plane/ring.ts';
import { type CameraState, cameraFrame, isOrthographic, type ScreenSize, type WorldPoint } from './camera.ts';

/** A point in camera coordinates: right, up and forward of the eye, display space. */
type CameraPlace = readonly [right: number, up: number, forward: number];

/** Signed distance of a point inside a frustum plane; negative outside. */
type Side = (place: CameraPlace) => number;

/** Near plane as a fraction of the camera's distance. */
const nearShare = 1e-3;

/** Tests whether drawn shapes intersect the view. */
export interface ViewRegion {
  /**
   * @param kind a polygon is also visible where the view is inside it
   * @param coordinates xyz per vertex, length 3n, world, all finite; a ring does not repeat its first vertex
   */
  meets(kind: 'point' | 'polyline' | 'polygon', coordinates: readonly number[]): boolean;
}

/** The view frustum of a camera, or its box for a parallel projection. `stretch` multiplies z. */
export function viewRegion(camera: CameraState, size: ScreenSize, stretch: number): ViewRegion {
  const { eye, right, up, forward, halfHeight } = cameraFrame(camera, stretch);
  const halfWidth = (halfHeight * size.width) / size.height;
  const isFlat = isOrthographic(camera);
  const reach: (place: CameraPlace) => number = isFlat ? () => 1 : ([, , depth]) => depth / camera.distance;
  const near: Side = isFlat ? () => 1 : ([, , depth]) => depth - nearShare * camera.distance;
  const sides: readonly Side[] = [
    near,
    (place) => halfWidth * reach(place) + place[0],
    (place) => halfWidth * reach(place) - place[0],
    (place) => halfHeight * reach(place) + place[1],
    (place) => halfHeight * reach(place) - place[1],
  ];
  const placeOf = (x: number, y: number, z: number): CameraPlace => {
    const from: WorldPoint = [x - eye[0], y - eye[1], z * stretch - eye[2]];
    const along = (axis: WorldPoint) => from[0] * axis[0] + from[1] * axis[1] + from[2] * axis[2];
    return [along(right), along(up), along(forward)];
  };
  return {
    meets(kind, coordinates) {
      const places: CameraPlace[] = [];
      for (let i = 0; i < coordinates.length; i += 3) {
        places.push(placeOf(coordinates[i]!, coordinates[i + 1]!, coordinates[i + 2]!));
      }
      if (kind === 'point') return places.some((place) => sides.every((side) => side(place) >= 0));
      const last = kind === 'polygon' ? places.length : places.length - 1;
      for (let i = 0; i < last; i++) {
        if (isEdgeIn(places[i]!, places[(i + 1) % places.length]!, sides)) return true;
      }
      return kind === 'polygon' && isMiddleIn(beyond(places, near), reach);
    },
  };
}

/** Whether a part of an edge is inside all planes (Liang and Barsky 1984). */
function isEdgeIn(a: CameraPlace, b: CameraPlace, sides: readonly Side[]): boolean {
  let from = 0;
  let to = 1;
  for (const side of sides) {
    const [atA, atB] = [side(a), side(b)];
    if (atA < 0 && atB < 0) return false;
    if (atA < 0) from = Math.max(from, atA / (atA - atB));
    else if (atB < 0) to = Math.min(to, atA / (atA - atB));
  }
  return from <= to;
}

/** The part of a ring inside one plane (Sutherland and Hodgman 1974). */
function beyond(ring: readonly CameraPlace[], side: Side): CameraPlace[] {
  return ring.flatMap((b, i) => {
    const a = ring[(i + ring.length - 1) % ring.length]!;
    const [atA, atB] = [side(a), side(b)];
    const t = atA / (atA - atB);
    const mix = (axis: 0 | 1 | 2) => a[axis] + (b[axis] - a[axis]) * t;
    const crossing: CameraPlace[] = atA < 0 === atB < 0 ? [] : [[mix(0), mix(1), mix(2)]];
    return atB < 0 ? crossing : [...crossing, b];
  });
}

/** Whether the centre of the view is inside a ring in front of the eye. */
function isMiddleIn(ring: readonly CameraPlace[], reach: (place: CameraPlace) => number): boolean {
  const onScreen = ring.flatMap((place) => [place[0] / reach(place), place[1] / reach(place)]);
  return isInRing(onScreen, 0, 0);
}

import { AppError } from '../../errors/app-error.ts';
import { orientation } from '../../geometry/plane/predicates.ts';
import type { Tin } from '../../geometry/tin/tin.ts';
import { withRoom } from '../../math/with-room.ts';
import { excerpt, words } from './places.ts';

/** One TIN surface of a LandXML file. */
export interface LandXmlSurface {
  readonly name: string;
  readonly description: string;
  /** Points as x = easting, y = northing, z in the file's linear unit; triangles counter-clockwise. */
  readonly tin: Tin;
  /** Faces marked invisible (`i="1"`), which belong to no surface and are left out. */
  readonly hiddenFaces: number;
  /** Faces without plan area (vertical or a repeated point), left out. */
  readonly flatFaces: number;
}

/** Gathers the points and faces of one surface. */
export class SurfaceBuilder {
  readonly name: string;
  readonly description: string;
  readonly #file: string;
  readonly #numbers = new Map<string, number>();
  #points = new Float64Array(3 * 1024);
  #triangles = new Uint32Array(3 * 1024);
  #pointCount = 0;
  #triangleCount = 0;
  #hiddenFaces = 0;
  #flatFaces = 0;

  constructor(file: string, name: string, description: string) {
    this.#file = file;
    this.name = name;
    this.description = description;
  }

  /** @param text northing, easting, elevation */
  addPoint(id: string, text: string, offset: number): void {
    const numbers = words(text);
    const [northing, easting, elevation] = numbers.map(Number);
    if (numbers.length !== 3 || ![northing, easting, elevation].every(Number.isFinite)) {
      throw new AppError('landxml.bad-point', { file: this.#file, offset, text: excerpt(text) });
    }
    this.#points = withRoom(this.#points, 3 * this.#pointCount + 3);
    this.#numbers.set(id, this.#pointCount);
    this.#points[3 * this.#pointCount] = easting!;
    this.#points[3 * this.#pointCount + 1] = northing!;
    this.#points[3 * this.#pointCount + 2] = elevation!;
    this.#pointCount++;
  }

  /** @param text ids of 3 points, or of 4 for a face that is cut in two */
  addFace(text: string, offset: number): void {
    const corners = words(text).map((id) => this.#numbers.get(id) ?? -1);
    if ((corners.length !== 3 && corners.length !== 4) || corners.includes(-1)) {
      throw new AppError('landxml.bad-face', { file: this.#file, offset, text: excerpt(text) });
    }
    for (let i = 2; i < corners.length; i++) this.#addTriangle(corners[0]!, corners[i - 1]!, corners[i]!);
  }

  skipFace(): void {
    this.#hiddenFaces++;
  }

  #addTriangle(a: number, b: number, c: number): void {
    const p = this.#points;
    const turn = orientation(p[3 * a]!, p[3 * a + 1]!, p[3 * b]!, p[3 * b + 1]!, p[3 * c]!, p[3 * c + 1]!);
    if (turn === 0) {
      this.#flatFaces++;
      return;
    }
    this.#triangles = withRoom(this.#triangles, 3 * this.#triangleCount + 3);
    this.#triangles.set(turn > 0 ? [a, b, c] : [a, c, b], 3 * this.#triangleCount);
    this.#triangleCount++;
  }

  /** The surface, or undefined when it has no triangles. */
  finish(): LandXmlSurface | undefined {
    if (this.#triangleCount === 0) return undefined;
    return {
      name: this.name,
      description: this.description,
      tin: {
        points: this.#points.slice(0, 3 * this.#pointCount),
        triangles: this.#triangles.slice(0, 3 * this.#triangleCount),
      },
      hiddenFaces: this.#hiddenFaces,
      flatFaces: this.#flatFaces,
    };
  }
}

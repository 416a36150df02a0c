import { type Affine, identity, mapPlace } from '../affine.ts';
import { objectMap, type PlacedObject } from '../context.ts';
import type { DrawingBuilder, ObjectFacts } from '../drawing-builder.ts';
import { mapLine } from '../map-line.ts';
import type { Groups } from '../record.ts';
import { addFace } from './faces.ts';

const lineFlags = {
  closed: 1,
  curveFit: 2,
  splineFit: 4,
  space: 8,
  mesh: 16,
  closedAcross: 32,
  faces: 64,
} as const;
const vertexFlags = { fitted: 8, frame: 16, facePlace: 64, face: 128 } as const;

/** Vertices of a POLYLINE as they come, in its own system. */
export class OpenPolyline {
  readonly #builder: DrawingBuilder;
  readonly #facts: ObjectFacts;
  readonly #flags: number;
  readonly #map: Affine;
  readonly #elevation: number;
  /** Rows and columns of a polygon mesh. */
  readonly #size: readonly [m: number, n: number];
  readonly #isSmoothMesh: boolean;
  readonly #place: number;
  readonly #coordinates: number[] = [];
  readonly #bulges: number[] = [];
  /** Polyface meshes: four numbers of vertices a face, 0 for none. */
  readonly #faces: number[] = [];

  constructor(object: PlacedObject) {
    const { groups, builder, facts, placement } = object;
    this.#builder = builder;
    this.#facts = facts;
    this.#flags = groups.number(70, 0);
    this.#map = this.#isFlat ? objectMap(object) : placement.map;
    this.#elevation = groups.number(30, 0);
    this.#isSmoothMesh = this.#has('mesh') && groups.number(75, 0) !== 0;
    const [m, n] = this.#isSmoothMesh ? [73, 74] : [71, 72];
    this.#size = [groups.number(m!, 0), groups.number(n!, 0)];
    this.#place = groups.place;
  }

  /** Whether it lies in the plane of its own system. */
  get #isFlat(): boolean {
    return (this.#flags & (lineFlags.space | lineFlags.mesh | lineFlags.faces)) === 0;
  }

  addVertex(groups: Groups): void {
    const flags = groups.number(70, 0);
    if (this.#has('faces') && (flags & vertexFlags.face) !== 0 && (flags & vertexFlags.facePlace) === 0) {
      for (const code of [71, 72, 73, 74]) this.#faces.push(Math.abs(groups.number(code, 0)));
      return;
    }
    // The frame of a fitted curve is not drawn.
    if ((flags & vertexFlags.frame) !== 0 && (this.#has('splineFit') || this.#isSmoothMesh)) return;
    this.#coordinates.push(groups.number(10, 0), groups.number(20, 0), groups.number(30, 0));
    if (this.#isFlat) this.#bulges.push(groups.number(42, 0));
  }

  finish(): void {
    if (this.#has('faces')) this.#finishFaces();
    else if (this.#has('mesh')) this.#finishMesh();
    else this.#finishLine();
  }

  #has(flag: keyof typeof lineFlags): boolean {
    return (this.#flags & lineFlags[flag]) !== 0;
  }

  #finishLine(): void {
    const builder = this.#builder;
    const coordinates = this.#coordinates;
    const isFlat = this.#isFlat;
    // Writers that give no elevation have heights at the vertices, if anywhere.
    if (isFlat && this.#elevation !== 0) {
      for (let i = 2; i < coordinates.length; i += 3) coordinates[i] = this.#elevation;
    }
    const line = {
      coordinates,
      bulges: isFlat ? this.#bulges : null,
      isClosed: this.#has('closed'),
    };
    builder.addLine(
      this.#facts,
      mapLine(this.#map, line, builder.tolerance, (count) => builder.spend(count)),
    );
  }

  #places(): (readonly number[])[] {
    const map = this.#map;
    const all = this.#coordinates;
    return Array.from({ length: all.length / 3 }, (_, i) => {
      const place = [all[3 * i]!, all[3 * i + 1]!, all[3 * i + 2]!] as const;
      return map === identity ? place : mapPlace(map, place);
    });
  }

  /** Polyface mesh: faces name vertices by number, from 1. */
  #finishFaces(): void {
    const builder = this.#builder;
    const places = this.#places();
    for (let i = 0; i < this.#faces.length; i += 4) {
      const corners = this.#faces.slice(i, i + 4).filter((number) => number > 0);
      const known = corners.flatMap((number) => (places[number - 1] ? [places[number - 1]!] : []));
      if (known.length < corners.length) {
        builder.notes.count('dxf.damaged', 'POLYLINE', { place: this.#place });
      } else if (known.length >= 3) addFace(builder, this.#facts.look.layer, known);
    }
  }

  /** Polygon mesh: rows of vertices, m of n each. */
  #finishMesh(): void {
    const builder = this.#builder;
    const places = this.#places();
    const [m, n] = this.#size;
    if (m < 2 || n < 2 || m * n !== places.length) {
      builder.notes.count('dxf.damaged', 'POLYLINE', { place: this.#place });
      return;
    }
    const at = (i: number, j: number) => places[(i % m) * n + (j % n)]!;
    const [rows, columns] = [this.#has('closed') ? m : m - 1, this.#has('closedAcross') ? n : n - 1];
    for (let i = 0; i < rows; i++) {
      for (let j = 0; j < columns; j++) {
        const corners = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
        addFace(builder, this.#facts.look.layer, corners);
      }
    }
  }
}

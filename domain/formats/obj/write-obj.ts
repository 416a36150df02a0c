/** A textured mesh in the form of Wavefront OBJ. Arrays are borrowed. */
export interface ObjMesh {
  /** xyz per vertex, z up, relative to `origin`; length 3n. */
  readonly positions: Float32Array;
  /** Place in the texture a vertex, u to the right, v down, 0 to 1; length 2n. */
  readonly places: Float32Array;
  /** Three vertices a triangle, counter-clockwise seen from outside. */
  readonly triangles: Uint32Array;
}

export interface ObjOptions {
  /** Lines put at the head as comments: where the origin lies, in which system and units. */
  readonly comments: readonly string[];
  readonly name: string;
  /** Name of the material file, which holds the one material `name`. */
  readonly materialFile: string;
}

const linesAPiece = 10_000;

function* inPieces(count: number, line: (index: number) => string): Generator<string> {
  for (let start = 0; start < count; start += linesAPiece) {
    const lines: string[] = [];
    for (let index = start; index < Math.min(count, start + linesAPiece); index++) lines.push(line(index));
    yield lines.join('');
  }
}

/** The text of an OBJ file, piece by piece: millimetres of the positions' unit, v upwards as the format has it. */
export function* writeObj(mesh: ObjMesh, { comments, name, materialFile }: ObjOptions): Generator<string> {
  const { positions, places, triangles } = mesh;
  yield comments.map((comment) => `# ${comment.replace(/[\r\n]+/g, ' ')}\n`).join('');
  yield `mtllib ${materialFile}\no ${name}\nusemtl ${name}\n`;
  const at = (index: number) => positions[index]!.toFixed(3);
  yield* inPieces(positions.length / 3, (i) => `v ${at(3 * i)} ${at(3 * i + 1)} ${at(3 * i + 2)}\n`);
  yield* inPieces(
    places.length / 2,
    (i) => `vt ${places[2 * i]!.toFixed(6)} ${(1 - places[2 * i + 1]!).toFixed(6)}\n`,
  );
  yield* inPieces(triangles.length / 3, (i) => {
    const corners = [0, 1, 2].map((k) => triangles[3 * i + k]! + 1);
    return `f ${corners.map((corner) => `${corner}/${corner}`).join(' ')}\n`;
  });
}

/** The material file of a mesh that shows its texture's own colours. */
export function writeMtl(name: string, textureFile: string): string {
  return `newmtl ${name}\nKa 1 1 1\nKd 1 1 1\nKs 0 0 0\nillum 0\nmap_Kd ${textureFile}\n`;
}

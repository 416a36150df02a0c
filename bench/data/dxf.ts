import { createRandom } from '#domain/math/random.ts';

const layers = 20;
const headers = ['HEADER', '9', '$ACADVER', '1', 'AC1015', '9', '$INSUNITS', '70', '6'];

/** Writes objects of one drawing, whose coordinates have four decimals in east and height and all digits in north. */
function createObjects(seed: number) {
  const random = createRandom(seed);
  let handle = 4096;
  const place = (first: number) =>
    `1${first}\n${(500_000 + 1000 * random.next()).toFixed(4)}\n2${first}\n${5_400_000 + 1000 * random.next()}\n`;
  const height = (first: number) => `3${first}\n${(100 * random.next()).toFixed(4)}\n`;
  const head = (kind: string, subclass: string) =>
    `0\n${kind}\n5\n${(handle++).toString(16)}\n330\n1F\n100\nAcDbEntity\n8\nL${Math.floor(layers * random.next())}\n100\n${subclass}\n`;
  const vertices = (count: number, make: () => string) => Array.from({ length: count }, make).join('');
  const makers: readonly (() => string)[] = [
    () => head('LINE', 'AcDbLine') + place(0) + height(0) + place(1) + height(1),
    () => head('POINT', 'AcDbPoint') + place(0) + height(0),
    () =>
      `${head('LWPOLYLINE', 'AcDbPolyline')}90\n20\n70\n0\n43\n0.0\n38\n12.5\n${vertices(20, () => place(0))}`,
    () =>
      `${head('POLYLINE', 'AcDb3dPolyline')}66\n1\n10\n0.0\n20\n0.0\n30\n0.0\n70\n8\n` +
      vertices(10, () => `${head('VERTEX', 'AcDb3dPolylineVertex')}${place(0)}${height(0)}70\n32\n`) +
      head('SEQEND', 'AcDbEntity'),
    () => `${head('TEXT', 'AcDbText') + place(0) + height(0)}40\n2.5\n1\nTree ${handle}\n100\nAcDbText\n`,
    () => head('3DFACE', 'AcDbFace') + [0, 1, 2, 3].map((corner) => place(corner) + height(corner)).join(''),
  ];
  return () => makers[Math.floor(makers.length * random.next())]!();
}

/** A DXF of R2000 of about `length` bytes, in pieces: lines, points, polylines, texts and faces on twenty layers. */
export function* makeDxf(length: number): Generator<string> {
  const tables = Array.from(
    { length: layers },
    (_, i) => `0\nLAYER\n2\nL${i}\n70\n0\n62\n${i + 1}\n6\nContinuous\n`,
  ).join('');
  yield `0\nSECTION\n2\n${headers.join('\n')}\n0\nENDSEC\n0\nSECTION\n2\nTABLES\n0\nTABLE\n2\nLAYER\n70\n20\n${tables}0\nENDTAB\n0\nENDSEC\n0\nSECTION\n2\nENTITIES\n`;
  const next = createObjects(21);
  let written = 0;
  while (written < length) {
    let piece = '';
    while (piece.length < 1 << 20 && written + piece.length < length) piece += next();
    written += piece.length;
    yield piece;
  }
  yield '0\nENDSEC\n0\nEOF\n';
}

/**
 * Writes the plan of the world's lands that a place is chosen on, `src/coordinates/land.json`.
 *
 *   node scripts/generate-land.mjs PATH_OF_countries-110m.json
 *
 * The input is that file of the npm package world-atlas 2.0.2: Natural Earth 4.1 at 1:110 million, public domain, as
 * TopoJSON. The output is one SVG path of all countries in tenths of a degree, longitude to the right and latitude
 * down: some 10 km on the ground, which is what the source is worth.
 */
import { readFileSync, writeFileSync } from 'node:fs';

const source = process.argv[2];
if (source === undefined) {
  console.error('usage: generate-land.mjs PATH_OF_countries-110m.json');
  process.exit(2);
}
const { arcs, transform, objects } = JSON.parse(readFileSync(source, 'utf8'));
const [scaleX, scaleY] = transform.scale;
const [left, bottom] = transform.translate;

/** The points of an arc in tenths of a degree. */
const lines = arcs.map((arc) => {
  let [x, y] = [0, 0];
  return arc.map(([dx, dy]) => {
    x += dx;
    y += dy;
    return [Math.round(10 * (x * scaleX + left)), Math.round(-10 * (y * scaleY + bottom))];
  });
});

/** An index below zero is the arc of its complement, backwards; arcs share their end points. */
const ringOf = (indexes) =>
  indexes.flatMap((index) => (index < 0 ? lines[~index].toReversed() : lines[index]).slice(1));

function pathOf(ring) {
  const steps = ring.map(([x, y], at) => {
    const [fromX, fromY] = at === 0 ? [0, 0] : ring[at - 1];
    return [x - fromX, y - fromY];
  });
  const [[x, y], ...rest] = steps;
  const moves = rest.filter(([dx, dy]) => dx !== 0 || dy !== 0).map((step) => step.join(' '));
  return moves.length < 2 ? '' : `M${x} ${y}l${moves.join(' ').replaceAll(' -', '-')}z`;
}

const polygons = objects.countries.geometries.flatMap(({ type, arcs: parts }) =>
  type === 'MultiPolygon' ? parts : [parts],
);
const path = polygons.flatMap((rings) => rings.map((ring) => pathOf(ringOf(ring)))).join('');
writeFileSync('src/coordinates/land.json', `${JSON.stringify({ path })}\n`);
console.log(`${polygons.length} polygons, ${path.length} characters`);

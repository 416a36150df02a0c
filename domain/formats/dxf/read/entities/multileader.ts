import { mapDirection, mapPlace } from '../affine.ts';
import { type PlacedObject, placeAt, placesOf } from '../context.ts';
import { plainParagraphs } from '../plain-text.ts';
import { addText } from './texts.ts';

/** Parts of a MULTILEADER begin with texts that end in a brace. */
const begins = { 302: 'LEADER{', 304: 'LEADER_LINE{' } as const;
const ends = { line: 305, leader: 303 } as const;

/** MULTILEADER: its lines to the place where the note begins, and the note. */
export function readMultileader(object: PlacedObject): void {
  const { groups, builder, facts, placement, strings } = object;
  let part: 'context' | 'leader' | 'line' = 'context';
  /** Where a leader's lines end, and the places of the line that is read. */
  let last: number[] = [];
  let line: number[] = [];
  let hasNote = false;
  for (let i = 0; i < groups.count; i++) {
    const code = groups.codeAt(i);
    if (code === 302 && strings.at(groups, i) === begins[302]) {
      part = 'leader';
      last = [];
    } else if (code === 304) {
      const text = strings.at(groups, i);
      if (text === begins[304]) {
        part = 'line';
        line = [];
      } else if (!hasNote) {
        hasNote = true;
        addNote(object, text, i);
      }
    } else if (code === 10 && part !== 'context') {
      const place = mapPlace(placement.map, placeAt(groups, i));
      if (part === 'line') line.push(...place);
      else if (last.length === 0) last = [...place];
    } else if (code === ends.line && part === 'line') {
      builder.addLine(facts, { coordinates: [...line, ...last], bulges: null, isClosed: false });
      part = 'leader';
    } else if (code === ends.leader) part = 'context';
  }
  if (!hasNote) builder.notes.count('dxf.simplified', groups.kind);
}

/** The note: its place (12), direction (13) and height (41) stand about its text. */
function addNote(object: PlacedObject, text: string, index: number): void {
  const { groups, placement } = object;
  const [place = [0, 0, 0] as const] = placesOf(groups, 12, index);
  const [direction = [1, 0, 0] as const] = placesOf(groups, 13, index);
  const length = Math.hypot(...direction) || 1;
  const [x, y] = [direction[0] / length, direction[1] / length];
  addText(object, {
    text: plainParagraphs(text),
    place: mapPlace(placement.map, place),
    along: mapDirection(placement.map, [x, y, 0]),
    up: mapDirection(placement.map, [-y, x, 0]),
    anchor: { horizontal: 'left', vertical: 'top' },
    height: groups.number(41, 1),
  });
}

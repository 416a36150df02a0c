import type { Vec3 } from '../../../../math/vectors.ts';
import type { TextAnchor } from '../../../exchange-model.ts';
import { mapDirection, mapPlace } from '../affine.ts';
import { degrees, objectMap, type PlacedObject, radians, vectorOf } from '../context.ts';
import { plainLine, plainParagraphs } from '../plain-text.ts';

const horizontals = ['left', 'centre', 'right'] as const;
const verticals = ['baseline', 'bottom', 'middle', 'top'] as const;

/** Group 72 of texts laid between two points: they begin at the first and run towards the second. */
const isBetweenPoints = (value: number) => value === 3 || value === 5;

/** TEXT, ATTRIB and ATTDEF: one line in the system of the object. */
export function readText(object: PlacedObject): void {
  const { groups, strings } = object;
  const text = plainLine(strings.first(groups, groups.kind === 'ATTDEF' ? 2 : 1));
  const across = groups.number(72, 0);
  const up = groups.number(groups.kind === 'TEXT' ? 73 : 74, 0);
  const first = vectorOf(groups, 10);
  const second = groups.find(11) < 0 ? null : vectorOf(groups, 11);
  const isAnchoredSecond = second !== null && (across !== 0 || up !== 0) && !isBetweenPoints(across);
  const turn =
    second && isBetweenPoints(across)
      ? Math.atan2(second[1] - first[1], second[0] - first[0])
      : radians(groups.number(50, 0));
  const anchor: TextAnchor =
    across === 4
      ? { horizontal: 'centre', vertical: 'middle' }
      : { horizontal: horizontals[across] ?? 'left', vertical: verticals[up] ?? 'baseline' };
  addText(object, {
    text,
    place: mapPlace(objectMap(object), isAnchoredSecond ? second : first),
    along: mapDirection(objectMap(object), [Math.cos(turn), Math.sin(turn), 0]),
    up: mapDirection(objectMap(object), [-Math.sin(turn), Math.cos(turn), 0]),
    anchor,
  });
}

/** MTEXT: several lines; its place and direction are in the system of the drawing. */
export function readParagraphs(object: PlacedObject): void {
  const { groups, strings, placement } = object;
  const attachment = groups.number(71, 1) - 1;
  const system = objectMap(object);
  let along: Vec3 = mapDirection(system, [1, 0, 0]);
  let up: Vec3 = mapDirection(system, [0, 1, 0]);
  for (let i = 0; i < groups.count; i++) {
    // Whichever comes last holds: a direction in the drawing, or an angle in the object's plane.
    if (groups.codeAt(i) === 11) {
      const direction = vectorOf(groups, 11);
      const length = Math.hypot(...direction);
      if (!(length > 0)) continue;
      along = mapDirection(placement.map, [
        direction[0] / length,
        direction[1] / length,
        direction[2] / length,
      ]);
    } else if (groups.codeAt(i) === 50) {
      const turn = radians(groups.numberAt(i));
      along = mapDirection(system, [Math.cos(turn), Math.sin(turn), 0]);
      up = mapDirection(system, [-Math.sin(turn), Math.cos(turn), 0]);
    }
  }
  addText(object, {
    text: plainParagraphs(strings.joined(groups, [3, 1])),
    place: mapPlace(placement.map, vectorOf(groups, 10)),
    along,
    up,
    anchor: attachmentAnchor(attachment),
  });
}

/** The anchor of an attachment point, 0 top left, row by row to 8 bottom right. */
export function attachmentAnchor(attachment: number): TextAnchor {
  const vertical = (['top', 'middle', 'bottom'] as const)[Math.floor(attachment / 3)] ?? 'top';
  return { horizontal: horizontals[((attachment % 3) + 3) % 3]!, vertical };
}

interface PlacedText {
  readonly text: string;
  readonly place: Vec3;
  /** Images of the directions along a line and up. */
  readonly along: Vec3;
  readonly up: Vec3;
  readonly anchor: TextAnchor;
  /** Drawing units of the object; left out: its group 40 or its style's. */
  readonly height?: number;
}

/** Adds a text; empty ones are nothing that can be seen. */
export function addText(object: PlacedObject, { text, place, along, up, anchor, height }: PlacedText): void {
  const { groups, builder, facts, tables, strings } = object;
  if (text.trim() === '') {
    // Attributes may well be empty: as properties they are kept.
    if (groups.kind !== 'ATTRIB') builder.notes.count('dxf.without-extent', groups.kind);
    return;
  }
  const own = height ?? groups.number(40, 0);
  const size = own > 0 ? own : tables.textHeight(strings.name(groups, 7)) || 1;
  builder.addText({
    text,
    x: place[0],
    y: place[1],
    z: place[2],
    height: size * Math.hypot(...up),
    angle: degrees(Math.atan2(along[1], along[0])) + 0,
    anchor,
    layer: facts.look.layer,
    ...(facts.look.style ? { style: facts.look.style } : {}),
    record: facts.record,
  });
}

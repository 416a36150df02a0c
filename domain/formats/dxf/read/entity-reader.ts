import { identity } from './affine.ts';
import type { Block, Blocks } from './blocks.ts';
import type { PlacedObject, Placement, ReadContext } from './context.ts';
import { readFace } from './entities/faces.ts';
import { readHatch } from './entities/hatch.ts';
import { addInsertPoint, copiesOf, drawnBlock } from './entities/insert.ts';
import {
  readArc,
  readEllipse,
  readLeader,
  readLightLine,
  readLine,
  readParallelLine,
  readPoint,
  readSolid,
} from './entities/lines.ts';
import { readMultileader } from './entities/multileader.ts';
import { OpenPolyline } from './entities/polyline.ts';
import { readSpline } from './entities/spline.ts';
import { readParagraphs, readText } from './entities/texts.ts';
import { lookOf } from './looks.ts';
import { readOwnData } from './own-data.ts';
import type { GroupRecord, Groups } from './record.ts';

const readers = new Map<string, (object: PlacedObject) => void>([
  ['POINT', readPoint],
  ['LINE', readLine],
  ['3DLINE', readLine],
  ['ARC', readArc],
  ['CIRCLE', readArc],
  ['ELLIPSE', readEllipse],
  ['SPLINE', readSpline],
  ['HELIX', readSpline],
  ['LWPOLYLINE', readLightLine],
  ['MLINE', readParallelLine],
  ['SOLID', readSolid],
  ['TRACE', readSolid],
  ['3DFACE', readFace],
  ['TEXT', readText],
  ['MTEXT', readParagraphs],
  ['HATCH', readHatch],
  ['LEADER', readLeader],
  ['MULTILEADER', readMultileader],
  ['MLEADER', readMultileader],
]);

/** Objects that are drawn by a block of their own. */
const drawnByBlock = new Set(['DIMENSION', 'ARC_DIMENSION', 'LARGE_RADIAL_DIMENSION', 'ACAD_TABLE']);

const invisibleAttribute = 1;
const constantAttribute = 2;

/** Outside of blocks. */
export const modelSpace: Placement = { map: identity, inherited: null, chain: [] };

/** An insert whose attributes may follow. */
interface OpenInsert {
  readonly object: PlacedObject;
  readonly attributes: Groups[];
}

/** Reads the objects of model space or of one block, one after the other. */
export class EntityReader {
  readonly #context: ReadContext;
  readonly #blocks: Blocks;
  readonly #placement: Placement;
  /** Objects that need blocks which may still come; null where all have. */
  readonly #later: Groups[] | null;
  #polyline: OpenPolyline | null = null;
  #insert: OpenInsert | null = null;
  #record: number;

  /** @param record number of the object of ENTITIES that the first one taken belongs to */
  constructor(
    context: ReadContext,
    blocks: Blocks,
    { placement = modelSpace, record = 0, later = null }: ReaderPlace = {},
  ) {
    this.#context = context;
    this.#blocks = blocks;
    this.#placement = placement;
    this.#record = record;
    this.#later = later;
  }

  /** Takes the next object, borrowed. */
  take(groups: Groups): void {
    const { kind } = groups;
    if (kind === 'VERTEX' && this.#polyline) {
      if (groups.badNumber < 0) this.#polyline.addVertex(groups);
      else this.#tellBadNumber(groups);
      return;
    }
    if (kind === 'ATTRIB' && this.#insert) {
      this.#insert.attributes.push((groups as GroupRecord).copy());
      return;
    }
    const hadOpen = this.#polyline !== null || this.#insert !== null;
    this.finish();
    if (kind === 'SEQEND') {
      if (hadOpen) return;
    } else this.#read(groups);
    if (this.#placement === modelSpace) this.#record++;
  }

  /** Completes what is open. */
  finish(): void {
    const [polyline, insert] = [this.#polyline, this.#insert];
    this.#polyline = null;
    this.#insert = null;
    polyline?.finish();
    if (insert) this.#finishInsert(insert);
  }

  #tellBadNumber({ kind, badNumber }: Groups): void {
    this.#context.builder.notes.count('dxf.bad-number', kind, { place: badNumber });
  }

  #read(groups: Groups): void {
    const { builder, tables, strings } = this.#context;
    const { notes } = builder;
    if (groups.badNumber >= 0) {
      this.#tellBadNumber(groups);
      return;
    }
    const look = lookOf(groups, tables, strings, this.#placement.inherited);
    if (look.isPaperSpace || look.isInvisible) {
      if (look.isPaperSpace) notes.count('dxf.paper-space');
      else notes.count('dxf.invisible', groups.kind);
      return;
    }
    if (look.hasThickness) notes.count('dxf.simplified', groups.kind);
    const own = groups.find(1001) < 0 ? null : readOwnData(groups, strings);
    const facts = { look, record: this.#record, own };
    const object = { builder, tables, strings, groups, facts, placement: this.#placement };
    if (own?.feature === undefined) builder.close();
    if (groups.kind === 'POLYLINE') this.#polyline = new OpenPolyline(object);
    else if (groups.kind === 'INSERT') {
      const kept = { ...object, groups: (groups as GroupRecord).copy() };
      this.#insert = { object: kept, attributes: [] };
    } else if (drawnByBlock.has(groups.kind)) this.#draw(object);
    else if (groups.kind === 'ATTDEF') this.#readAttributeDefinition(object);
    else {
      const read = readers.get(groups.kind);
      if (read) read(object);
      else notes.count('dxf.skipped', groups.kind);
    }
  }

  /** In blocks those of constant value are drawn; outside they show their name. */
  #readAttributeDefinition(object: PlacedObject): void {
    const flags = object.groups.number(70, 0);
    const isDrawn = this.#placement.chain.length === 0 || (flags & constantAttribute) !== 0;
    if (isDrawn && (flags & invisibleAttribute) === 0) readText(object);
  }

  #finishInsert({ object, attributes }: OpenInsert): void {
    const isSymbol = object.facts.own?.symbol !== undefined;
    for (const copy of copiesOf(object)) {
      if (isSymbol || attributes.length > 0) addInsertPoint(copy, attributes);
      if (isSymbol) continue;
      for (const attribute of attributes) this.#readAttribute(copy, attribute);
      if (!this.#later) this.#draw(copy);
    }
    if (this.#later && !isSymbol) this.#draw(object);
  }

  /** Attributes stand in the drawing, not in the block. */
  #readAttribute(insert: PlacedObject, groups: Groups): void {
    if (groups.badNumber >= 0) {
      this.#tellBadNumber(groups);
      return;
    }
    const { tables, strings } = this.#context;
    const look = lookOf(groups, tables, strings, this.#placement.inherited);
    const isHidden = look.isInvisible || (groups.number(70, 0) & invisibleAttribute) !== 0;
    if (!isHidden) readText({ ...insert, groups, facts: { ...insert.facts, look } });
  }

  #draw(object: PlacedObject): void {
    if (this.#later) {
      this.#later.push((object.groups as GroupRecord).copy());
      return;
    }
    const drawn = drawnBlock(object, (name) => this.#blocks.find(name));
    if (!drawn) return;
    this.#drawBlock(drawn.block, drawn.placement, object.facts.record);
  }

  #drawBlock(block: Block, placement: Placement, record: number): void {
    const reader = new EntityReader(this.#context, this.#blocks, { placement, record });
    this.#context.builder.spend(1);
    for (const groups of block.records) {
      this.#context.builder.spend(groups.count);
      reader.take(groups);
    }
    reader.finish();
  }
}

interface ReaderPlace {
  readonly placement?: Placement;
  readonly record?: number;
  readonly later?: Groups[] | null;
}

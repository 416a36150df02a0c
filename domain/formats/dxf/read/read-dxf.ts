import { AppError } from '../../../errors/app-error.ts';
import { sizeLimits } from '../../../math/size-limits.ts';
import type { ByteSource } from '../../byte-source.ts';
import type { ReadDrawing } from '../../exchange-model.ts';
import { Blocks } from './blocks.ts';
import { DrawingBuilder } from './drawing-builder.ts';
import { EntityReader } from './entity-reader.ts';
import { type DxfHeader, noHeader, readHeader } from './header.ts';
import { DrawingTables } from './layers.ts';
import { type RecordEnd, readRecords } from './read-records.ts';
import type { Groups } from './record.ts';
import { DrawingStrings } from './strings.ts';
import { readSymbols } from './symbols.ts';

export interface ReadDxfOptions {
  /** Largest distance of chords from the curves that become chords, drawing units, above 0. */
  readonly tolerance: number;
  readonly signal?: AbortSignal;
  /** Told how much of the file was read, 0 to 1. */
  readonly report?: (fraction: number) => void;
  /** Groups read again for blocks and vertices of chords. */
  readonly maxExpansion?: number;
}

/**
 * Reads a DXF file of R12 to 2018, text or binary, in one pass over pieces of it. Circles and their arcs stay arcs
 * (bulges) where they lie flat; ellipses, splines and tilted arcs become chords. Faces and meshes become one surface a
 * layer. Blocks are drawn by their inserts; one with attributes is a point as well, with its attributes as properties
 * and the block's name as `block`. What is left out, simplified or assumed is told by notes with counts. Heights that a
 * file does not state are 0, as it defines them.
 * @throws dxf.empty, dxf.is-dwg, dxf.not-dxf, dxf.bad-group, dxf.too-long-line, dxf.object-too-large,
 * dxf.expands-too-far, and the source's errors
 */
export async function readDxf(source: ByteSource, options: ReadDxfOptions): Promise<ReadDrawing> {
  if (!(options.tolerance > 0)) throw new RangeError(`a tolerance of ${options.tolerance}`);
  const file = new FileReader(source, options);
  const end = await readRecords(source, {
    signal: options.signal,
    report: options.report,
    take: (groups) => file.take(groups),
  });
  return file.finish(end);
}

/** Sections whose objects are read. */
const readSections = new Set(['HEADER', 'TABLES', 'BLOCKS', 'ENTITIES']);

class FileReader {
  readonly #source: ByteSource;
  readonly #strings = new DrawingStrings();
  readonly #tables = new DrawingTables(this.#strings);
  readonly #blocks = new Blocks(this.#strings);
  readonly #builder: DrawingBuilder;
  /** Objects of ENTITIES that come before their blocks. */
  readonly #later: Groups[] = [];
  #entities: EntityReader;
  #header: DxfHeader = noHeader;
  #section = '';
  #hasSections = false;

  constructor(source: ByteSource, { tolerance, maxExpansion }: ReadDxfOptions) {
    this.#source = source;
    const budget = (maxExpansion ?? sizeLimits['dxf.expansion'].value) + source.size;
    this.#builder = new DrawingBuilder(source.name, tolerance, budget);
    this.#entities = this.#createReader(this.#later);
  }

  #createReader(later: Groups[] | null): EntityReader {
    const context = { builder: this.#builder, tables: this.#tables, strings: this.#strings };
    return new EntityReader(context, this.#blocks, { later });
  }

  /** @returns whether the objects from here on are passed over */
  take(groups: Groups): boolean {
    if (groups.kind === 'SECTION') this.#beginSection(groups);
    else if (groups.kind === 'ENDSEC') this.#endSection(groups);
    else if (this.#section === 'TABLES') this.#tables.take(groups);
    else if (this.#section === 'BLOCKS') this.#blocks.take(groups);
    else if (this.#section === 'ENTITIES') this.#entities.take(groups);
    else if (this.#section === '') this.#builder.notes.count('dxf.skipped', groups.kind);
    return this.#section !== '' && !readSections.has(this.#section);
  }

  #beginSection(groups: Groups): void {
    this.#hasSections = true;
    this.#section = this.#strings.name(groups, 2).toUpperCase();
    if (this.#section !== 'HEADER') return;
    this.#header = readHeader(groups, this.#strings);
    this.#strings.declare(this.#header.version, this.#header.codePage);
  }

  #endSection(groups: Groups): void {
    if (this.#section === 'ENTITIES') this.#entities.finish();
    // From here on blocks are known.
    if (this.#section === 'BLOCKS') this.#entities = this.#createReader(null);
    this.#section = '';
    // Some files leave out the object SECTION between two sections.
    if (groups.find(2) >= 0) this.#beginSection(groups);
  }

  finish(end: RecordEnd): ReadDrawing {
    if (!this.#hasSections) throw new AppError('dxf.not-dxf', { file: this.#source.name });
    this.#entities.finish();
    const reader = this.#createReader(null);
    for (const groups of this.#later) reader.take(groups);
    reader.finish();
    this.#builder.close();
    this.#tell(end);
    const { features, texts, notes } = this.#builder;
    const surfaces = this.#builder.surfaces();
    const names = new Set(features.flatMap(({ symbol }) => (symbol ? [symbol.name] : [])));
    const symbols = readSymbols(names, this.#blocks, this.#strings);
    return {
      layers: this.#tables.layers(),
      features,
      ...(surfaces.length > 0 ? { surfaces } : {}),
      ...(texts.length > 0 ? { texts } : {}),
      ...(symbols.length > 0 ? { symbols } : {}),
      unit: this.#header.unit,
      system: { kind: 'none' },
      notes: notes.records(),
    };
  }

  #tell({ isMarked, place, cut }: RecordEnd): void {
    const { notes } = this.#builder;
    if (!isMarked) notes.count('dxf.truncated', cut ?? 'EOF', { place });
    if (this.#blocks.paperObjects > 0) notes.count('dxf.paper-space', '', {}, this.#blocks.paperObjects);
    if (this.#strings.unknownPage !== null) notes.count('dxf.unknown-code-page', this.#strings.unknownPage);
    if (this.#strings.guessed > 0) notes.count('dxf.encoding-assumed', '', {}, this.#strings.guessed);
  }
}

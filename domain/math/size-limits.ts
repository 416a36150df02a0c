/** A size from which on code takes another branch, which small inputs never reach. */
export interface Limit {
  readonly value: number;
  /** What happens above the limit. */
  readonly beyond: string;
  /** The test that reaches the branch, by a limit of its own or by an input large enough. */
  readonly test: string;
}

/**
 * All limits that only large inputs reach, in one place. Code takes them as parameters with these values as defaults,
 * so that a test reaches the branch behind each with a small input.
 */
export const sizeLimits = {
  'scene.slice': {
    value: 2000,
    beyond: 'the features of a changed layer are handed to the viewport in parts, one before each frame',
    test: 'src/core/scene/drawing-scene.test.ts',
  },
  'laz.chunkBytes': {
    value: 2 ** 30,
    beyond: 'a chunk of compressed points is refused before anything is allocated for it',
    test: 'wasm/bindings/laz.test.ts',
  },
  'tiff.blockBytes': {
    value: 2 ** 28,
    beyond: 'a block of a TIFF that expands to more is refused before it is read',
    test: 'domain/formats/cog/image-reader.test.ts',
  },
  'tiff.loadedBytes': {
    value: 64 * 2 ** 20,
    beyond: 'directories of a TIFF are told as damaged and passed over, a first one is refused',
    test: 'domain/formats/tiff/structure.test.ts',
  },
  'jpeg.scans': {
    value: 100,
    beyond: 'a progressive JPEG is refused',
    test: 'domain/formats/jpeg/count-scans.test.ts',
  },
  'las.recordBytes': {
    value: 256 * 2 ** 20,
    beyond: 'a cloud whose records would be carried into a new file is refused',
    test: 'domain/formats/las/records-kept.test.ts',
  },
  'dxf.groupsPerObject': {
    value: 16_000_000,
    beyond: 'a drawing that has one object of more groups is refused',
    test: 'domain/formats/dxf/read/record-feed.test.ts',
  },
  'dxf.expansion': {
    value: 20_000_000,
    beyond: 'a drawing whose blocks and curves expand to more is refused',
    test: 'domain/formats/dxf/read/blocks.test.ts',
  },
  'archive.unpackedBytes': {
    value: 2 ** 30,
    beyond: 'an archive of exchanged files whose entries unpack to more is refused before they are unpacked',
    test: 'domain/formats/zip/read-whole-entry.test.ts',
  },
  'engine.directoryBytes': {
    value: 64 * 2 ** 20,
    beyond: 'the archive of a service is refused before its directory is read',
    test: 'server/pipeline/photo/engines/read-zip.test.ts',
  },
  'las.systemRecords': {
    value: 16,
    beyond: 'records that declare a coordinate system are told and not read',
    test: 'domain/formats/las/crs-declarations.test.ts',
  },
  'spool.bufferBytes': {
    value: 96 * 2 ** 20,
    beyond: 'points that wait for their columns are written to disk',
    test: 'server/pipeline/cloud/spool.test.ts',
  },
  'spool.pointsPerColumn': {
    value: 1_000_000,
    beyond: 'a column of more than twice as many points is cut into quarters',
    test: 'server/pipeline/cloud/spool.test.ts',
  },
  'spool.recordsPerRead': {
    value: 100_000,
    beyond: 'a column that is cut is read in several pieces',
    test: 'server/pipeline/cloud/spool.test.ts',
  },
  'spool.deepestFirstLevel': {
    value: 6,
    beyond: 'columns begin no finer, and are cut once they are full',
    test: 'server/pipeline/cloud/spool.test.ts',
  },
  'spool.deepestLevel': {
    value: 14,
    beyond: 'a column stays as it is, whatever it holds',
    test: 'server/pipeline/cloud/spool.test.ts',
  },
  'terrain.cells': {
    value: 2 ** 33,
    beyond: 'cells that nobody stated are larger, and stated ones are refused',
    test: 'server/pipeline/terrain/terrain-frame.test.ts',
  },
  'terrain.blockPoints': {
    value: 2_000_000,
    beyond: 'tiles are gridded in blocks, each from its own points',
    test: 'server/pipeline/terrain/surfaces.test.ts',
  },
  'terrain.bins': {
    value: 2 ** 22,
    beyond: 'bins, by which it is known where a surface has points, are larger',
    test: 'server/pipeline/terrain/surfaces.test.ts',
  },
  'terrain.skeletonPoints': {
    value: 150_000,
    beyond: 'the thin sample of a survey takes a point of larger cells',
    test: 'server/pipeline/terrain/skeleton.test.ts',
  },
  'terrain.gapSquares': {
    value: 2 ** 22,
    beyond: 'squares of a surface that are filled where they hold no point are larger',
    test: 'server/pipeline/terrain/gap-points.test.ts',
  },
  'terrain.contourCells': {
    value: 2 ** 26,
    beyond: 'contours are traced on an overview',
    test: 'server/pipeline/terrain/contours.test.ts',
  },
  'store.joinBytes': {
    value: 256 * 2 ** 20,
    beyond: 'parts of an upload are joined in several batches',
    test: 'server/store/join-parts.test.ts',
  },
  'proof.peerNodes': {
    value: 64,
    beyond: 'nodes of a written cloud are read again by our own decoder, not by the independent one',
    test: 'server/pipeline/proof/prove-copc.test.ts',
  },
  'proof.peerTiles': {
    value: 16,
    beyond:
      'blocks of a level of a written raster are read again by our own reader, not by the independent one',
    test: 'server/pipeline/proof/prove-raster.test.ts',
  },
} as const satisfies Record<string, Limit>;

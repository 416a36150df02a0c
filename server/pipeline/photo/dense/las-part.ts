import { addSums, noPoints, sumRecords } from '#domain/cloud/point-sums.ts';
import type { CrsReport } from '#domain/crs/types.ts';
import { projectionRecords, projectionUserId } from '#domain/formats/las/crs-declarations.ts';
import { extraBytesRecord, layExtraBytes, type NewDimension } from '#domain/formats/las/extra-bytes-write.ts';
import { createLasWriter } from '#domain/formats/las/las-writer.ts';
import { fieldOffsets, pointFormat } from '#domain/formats/las/point-format.ts';
import type { PointRecords } from '#domain/formats/las/points.ts';
import type { Quantisation } from '#domain/formats/las/quantisation.ts';
import { quantise } from '#domain/formats/las/quantisation.ts';
import type { LocalFrame } from '#domain/photogrammetry/model/local-frame.ts';
import { createOutputFile } from '#workers/io/output-file.ts';
import { publish } from '../../proof/publish.ts';

/** Dense points in the local frame. */
export interface DensePoints {
  readonly count: number;
  /** Metres, xyz a point, length 3n. */
  readonly xyz: Float64Array | Float32Array;
  /** Unit normals towards the cameras, length 3n. */
  readonly normals: Float32Array;
  /** RGB, length 3n. */
  readonly rgb: Uint8Array;
  /** Photos that saw each point. */
  readonly views: Uint8Array;
  /** Standard deviation of each point, metres. */
  readonly sigma: Float32Array;
  /** Level of each point's depth, as `DepthMap.level`. */
  readonly level: Uint8Array;
}

/** How dense points are written as LAS: the same for all parts of a cloud. */
export interface PartTarget {
  readonly frame: LocalFrame;
  readonly crs: CrsReport;
}

const format = 7;
const sigmaStepM = 0.001;
const normalScale = 32_767;
/** Scale of the coordinates, units of the system. */
const step = 0.001;

const dimensions: readonly NewDimension[] = [
  { name: 'Views', description: 'photos that saw the point', type: 'u8' },
  { name: 'Sigma', description: 'standard deviation, metres', type: 'u16', scale: sigmaStepM },
  { name: 'NormalX', description: 'towards east', type: 'i16', scale: 1 / normalScale },
  { name: 'NormalY', description: 'towards north', type: 'i16', scale: 1 / normalScale },
  { name: 'NormalZ', description: 'upwards', type: 'i16', scale: 1 / normalScale },
  { name: 'Level', description: 'times photos were halved', type: 'u8' },
];

const layout = pointFormat(format);
const { recordLength, placed } = layExtraBytes(format, dimensions);
const [viewsAt, sigmaAt, normalAt, , , levelAt] = placed.map(({ offset }) => offset) as [
  number,
  number,
  number,
  number,
  number,
  number,
];

function quantisationOf({ frame }: PartTarget): Quantisation {
  const [x, y, z] = frame.origin;
  return { scale: [step, step, step], offset: [Math.round(x), Math.round(y), Math.round(z)] };
}

/** Dense points as raw records of format 7 with the extra bytes of `dimensions`. */
function toRecords(points: DensePoints, { frame }: PartTarget, quantisation: Quantisation): PointRecords {
  const { count, normals, rgb, views, sigma, level } = points;
  const world = Float64Array.from(points.xyz.subarray(0, 3 * count));
  frame.toWorldBatch(world);
  const bytes = new Uint8Array(count * recordLength);
  const view = new DataView(bytes.buffer);
  for (let point = 0; point < count; point++) {
    const at = point * recordLength;
    for (const axis of [0, 1, 2] as const) {
      view.setInt32(at + 4 * axis, quantise(world[3 * point + axis]!, axis, quantisation), true);
      view.setUint16(at + layout.rgb! + 2 * axis, 257 * rgb[3 * point + axis]!, true);
      view.setInt16(at + normalAt + 2 * axis, Math.round(normalScale * normals[3 * point + axis]!), true);
    }
    view.setUint8(at + fieldOffsets.returns, 1 | (1 << 4));
    view.setUint8(at + layout.classification, 1);
    view.setUint8(at + viewsAt, Math.min(255, views[point]!));
    view.setUint8(at + levelAt, level[point]!);
    view.setUint16(at + sigmaAt, Math.min(65_535, Math.round(sigma[point]! / sigmaStepM)), true);
  }
  return { format, recordLength, count, bytes };
}

/** Writes dense points in batches. */
export interface PartWriter {
  /** Points are copied before the promise is fulfilled. */
  write(points: DensePoints): Promise<void>;
  /** Reads the file back and moves it into place. */
  finish(): Promise<void>;
  /** Removes the written file unless it was finished. */
  discard(): Promise<void>;
}

/**
 * Starts a part of a dense cloud as LAS 1.4, format 7, with the number of views, the standard deviation, the normal
 * and the level of each point as extra bytes. The file appears when it is finished. Errors: `las.overflow`, `io.*`, `product.points-differ`.
 */
export async function createPartWriter(path: string, target: PartTarget): Promise<PartWriter> {
  const wkt = new TextEncoder().encode(`${target.crs.wkt ?? ''}\0`);
  const quantisation = quantisationOf(target);
  const output = await createOutputFile(path);
  const writer = await createLasWriter(output, {
    format,
    recordLength,
    quantisation,
    gpsTimeType: 'adjusted-standard',
    hasWktBit: true,
    vlrs: [
      { userId: projectionUserId, recordId: projectionRecords.wkt, description: 'WKT', data: wkt },
      extraBytesRecord(dimensions),
    ],
    identity: { systemIdentifier: 'Plumbline photogrammetry', creationDay: 1, creationYear: 2026 },
  });
  let sums = noPoints;
  return {
    async write(points) {
      const records = toRecords(points, target, quantisation);
      sums = addSums(sums, sumRecords(records));
      await writer.write(records);
    },
    async finish() {
      await writer.finish();
      await publish(output, { kind: 'points', ...sums }, {});
    },
    discard: () => output.discard(),
  };
}

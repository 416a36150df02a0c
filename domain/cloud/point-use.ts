import { fieldOffsets, pointFormat } from '../formats/las/point-format.ts';

/** Classes that the products read (ASPRS LAS 1.4 R15, table 17). */
export const asprs = {
  unclassified: 1,
  ground: 2,
  lowNoise: 7,
  keyPoint: 8,
  water: 9,
  road: 11,
  highNoise: 18,
} as const;

/** Classes of the ground, in the sense of an elevation model. */
export const groundClasses: ReadonlySet<number> = new Set([
  asprs.ground,
  asprs.keyPoint,
  asprs.water,
  asprs.road,
]);

const noiseClasses: ReadonlySet<number> = new Set([asprs.lowNoise, asprs.highNoise]);
const withheldFlag = 1 << 2;

/** A choice among the records of formats 6 to 8: their bytes, and where the record begins. */
export type RecordFilter = (bytes: Uint8Array, at: number) => boolean;

const classAt = pointFormat(6).classification;

/** Points that a surface may be made of: no noise, nothing withheld. */
export const isSurfacePoint: RecordFilter = (bytes, at) =>
  !noiseClasses.has(bytes[at + classAt]!) && (bytes[at + fieldOffsets.flags]! & withheldFlag) === 0;

/** Surface points on the ground. */
export const isGroundPoint: RecordFilter = (bytes, at) =>
  groundClasses.has(bytes[at + classAt]!) && isSurfacePoint(bytes, at);

/** Last returns that are no noise: only they can be ground. */
export const isGroundCandidate: RecordFilter = (bytes, at) => {
  const returns = bytes[at + fieldOffsets.returns]!;
  return (returns & 15) >= returns >> 4 && isSurfacePoint(bytes, at);
};

/** Failures of LAZ compression: what a file declares, its chunk table, its chunks; and of COPC's hierarchy. */
export const lazErrorCodes = [
  'laz.vlr',
  'laz.unsupported',
  'laz.chunk-table',
  'laz.table-rebuilt',
  'laz.truncated',
  'laz.corrupt',
  'laz.count-mismatch',
  'laz.chunk-too-large',
  'copc.info',
  'copc.hierarchy',
  'copc.node-twice',
] as const;

/** Status codes of a decoder; the bindings turn them into typed errors. */
export const OK: i32 = 0;
/** The stream ends before the last point. */
export const TRUNCATED: i32 = 1;
/** The stream says what no encoder writes. */
export const CORRUPT: i32 = 2;
/** The chunk holds another number of points than requested. */
export const OTHER_COUNT: i32 = 3;

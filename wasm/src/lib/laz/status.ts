/** Status codes of a decoder; the bindings turn them into typed errors. */
export const OK: i32 = 0;
/** The stream ends before the last point. */
export const TRUNCATED: i32 = 1;
/** The stream is invalid: no encoder writes it. */
export const CORRUPT: i32 = 2;
/** The number of points in the chunk is not the requested one. */
export const OTHER_COUNT: i32 = 3;

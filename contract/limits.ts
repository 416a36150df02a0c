const mebibyte = 1024 * 1024;

/** Sizes and counts that client and server agree on. Bytes unless named otherwise. */
export const limits = {
  nameLength: 255,
  passwordMin: 8,
  passwordMax: 128,
  temporaryPasswordLength: 10,
  searchPageSize: 20,
  searchPageSizeMax: 100,
  /** Words of one kind in a search. */
  searchWords: 20,
  jsonBody: mebibyte,
  /** The names of a project's files, as many and as long as they may be. */
  announceBody: 4 * mebibyte,
  drawingBody: 64 * mebibyte,
  /** Drawings of a project. */
  drawings: 100,
  /** A picture over the site, and those of a project. */
  overlayImage: 1024 * mebibyte,
  overlayImages: 500,
  wktLength: 12_000,
  lidarFiles: 1000,
  imageFiles: 5000,
  /** A single image makes no survey. */
  imagesMin: 2,
  /** Files above this go up in parts, because a single POST cannot resume. */
  singleUpload: 64 * mebibyte,
  /** The most a single request may carry. */
  singleUploadMax: 5_368_709_120,
  uploadPartMin: 5 * mebibyte,
  uploadPartMax: 256 * mebibyte,
  uploadParts: 10_000,
  uploadPartsPage: 1000,
  /** Uploads of one file that may be open; the newest stay. */
  openUploads: 3,
  /** Lines of another engine's console in one response. */
  consolePage: 2000,
  /** Characters that are kept of a line of it. */
  consoleLine: 4000,
  /** Streams of events that one account may have open, over all its browsers and tabs. */
  streamsPerCaller: 50,
} as const;

/** Times in milliseconds. */
export const times = {
  /** From and to: each page takes one time between them, so that pages do not ask all at once. */
  pollFast: [7000, 8700],
  pollSlow: [28_000, 32_000],
  pollIdle: [118_000, 122_000],
  /** A stream of events that says nothing for so long is dead; a living one says something every 5 s. */
  streamSilence: 15_000,
  /** Delay before a refused stream is requested again. */
  streamReopen: 30_000,
  searchRefetch: 300_000,
  retryTasksPoll: 8000,
  sensorImagesPoll: 8000,
  consolePoll: 3000,
  servicePoke: 500,
  autosaveIdle: 4000,
  autosaveActive: 60_000,
  thumbnailCache: 3_600_000,
  subfoldersRefresh: 300_000,
  wktDebounce: 750,
  accountExistsDebounce: 500,
} as const;

/** How often a service is poked before the tasks are run again without its response, `times.servicePoke` apart. */
export const pokeAttempts = 6;

/** Upload rules of the spec: parallel requests, retries with delay doubling from `retryDelay` to `retryDelayMax`. */
export const uploadRules = {
  parallel: 4,
  retries: 4,
  retryDelay: 1000,
  retryDelayMax: 10_000,
  timeout: 180_000,
  timeoutPerByte: 0.005,
  lidarAttempts: 5,
  lidarDelayMax: 3000,
  speedSample: 2000,
  speedWindow: 6000,
  /** Bytes a second below which an upload is called slow. */
  slowBelow: 64 * 1024,
} as const;

/** The size of the parts of an upload: as small as allowed, growing so that 10,000 parts hold the file. */
export function uploadPartSize(fileSize: number): number {
  const preferred = 16 * mebibyte;
  const needed = Math.ceil(fileSize / limits.uploadParts / mebibyte) * mebibyte;
  return Math.max(preferred, needed);
}

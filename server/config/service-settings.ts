/** An S3-compatible service and the keys to it. */
export interface S3Settings {
  /** Address of the bucket itself: `https://s3.example.com/bucket` or `https://bucket.s3.example.com`. */
  readonly url: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Where a NodeODM service is and how it is spoken to. */
export interface NodeodmService {
  /** `http://host:port`, also with a path. */
  readonly url: string;
  readonly token?: string | undefined;
  /** Milliseconds between questions and before a call is tried again; 2000 by default. */
  readonly pollMs?: number | undefined;
}

/** An S3-compatible service and its keys. */
export interface S3Settings {
  /** Address of the bucket itself: `https://s3.example.com/bucket` or `https://bucket.s3.example.com`. */
  readonly url: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Address and token of a NodeODM service. */
export interface NodeodmService {
  /** `http://host:port`, also with a path. */
  readonly url: string;
  readonly token?: string | undefined;
  /** Milliseconds between polls and before a call is retried; 2000 by default. */
  readonly pollMs?: number | undefined;
}

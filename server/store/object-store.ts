import type { Readable } from 'node:stream';
import type { PartPage, StoredPart } from '#contract/store/multipart-xml.ts';
import type { SignedCall, StoreCall } from '#contract/store/signed-call.ts';

/** An object in the store. `etag` without quotes; it changes whenever the bytes do. */
export interface StoredObject {
  readonly key: string;
  readonly size: number;
  readonly etag: string;
  readonly lastModified: Date;
}

/** Bytes `start` to `end`, both inclusive. */
export interface ByteSpan {
  readonly start: number;
  readonly end: number;
}

/** An upload in parts that has not been completed. */
export interface OpenUpload {
  readonly key: string;
  readonly uploadId: string;
  readonly initiated: Date;
}

/** Who may read an object in a store that serves clients itself; for a folder this has no effect. */
export type ObjectAcl = 'private' | 'public-read';

/** A completely received file that is not yet part of a project: its first `fileKindBytes` bytes, and its size. */
export interface ArrivedFile {
  readonly head: Uint8Array;
  readonly size: number;
}

/** Decides on a received file: moves it into place by `keep`, or throws; then it is removed. */
export type Admission = (file: ArrivedFile, keep: () => Promise<StoredObject>) => Promise<StoredObject>;

/** Resumable uploads, as S3's multipart calls. */
export interface MultipartUploads {
  /** Of one file only the newest few stay open. Throws `api.too-many-requests` where all of them receive parts. */
  open(key: string): Promise<string>;
  /**
   * Stores a part; sending one again replaces it. Throws `upload.unknown`, `upload.part-invalid`, and
   * `upload.larger-than-announced` where all parts together are longer than `most` bytes.
   */
  putPart(
    key: string,
    uploadId: string,
    partNumber: number,
    source: Readable,
    most: number,
  ): Promise<StoredPart>;
  /** Parts after `marker`, at most `limit`. Throws `upload.unknown`. */
  parts(key: string, uploadId: string, marker: number, limit: number): Promise<PartPage>;
  /**
   * Joins the named parts into the object, if it is admitted. Throws `upload.unknown`, `upload.part-missing`,
   * `upload.part-invalid`, and what `admit` throws.
   */
  complete(
    key: string,
    uploadId: string,
    parts: readonly Pick<StoredPart, 'partNumber' | 'etag'>[],
    admit: Admission,
  ): Promise<StoredObject>;
  /** Aborts an upload; unknown ones are ignored. */
  abort(key: string, uploadId: string): Promise<void>;
}

/** Clients send files through this server. */
export interface LocalIntake {
  readonly kind: 'through';
  readonly uploads: MultipartUploads;
  /**
   * Receives a file of at most `most` bytes, if it is admitted. Throws `upload.larger-than-announced`, and the errors
   * of `admit`.
   */
  receive(key: string, source: Readable, most: number, admit: Admission): Promise<StoredObject>;
}

/** An entry of the upload folder: an object, or an open upload. */
export interface Arrival {
  readonly key: string;
  /** When it was completed, or started. */
  readonly since: Date;
  discard(): Promise<unknown>;
}

/**
 * Clients send files directly to a service, under signed addresses that remain valid until they expire: a file under
 * `key` is only trusted after `take` has copied it to another key.
 */
export interface SignedIntake {
  readonly kind: 'signed';
  sign(key: string, call: StoreCall, acl: ObjectAcl): Promise<SignedCall>;
  /**
   * Copies the object `from` to `to` if it is admitted and unchanged since; null where it is missing, was not
   * admitted, or changed. Throws the errors of `admit`.
   */
  take(
    from: string,
    to: string,
    acl: ObjectAcl,
    admit: (file: ArrivedFile) => boolean,
  ): Promise<StoredObject | null>;
  /** All entries of the upload folder, of all projects. */
  arrivals(): AsyncIterable<Arrival>;
}

/** How clients send files: through this server, or directly to a service under addresses that the server signs. */
export type Intake = LocalIntake | SignedIntake;

/**
 * The store of projects' files. Objects appear atomically. Every call throws `store.unsafe-key` on an unsafe key;
 * those that write throw `store.disk-full` and `store.quota`, those of a service `store.refused` and
 * `store.unreachable`.
 */
export interface ObjectStore {
  stat(key: string): Promise<StoredObject | null>;
  /** Throws `store.not-found`. */
  read(key: string, span?: ByteSpan): Promise<Readable>;
  put(key: string, source: Readable): Promise<StoredObject>;
  /** Stores a file made on this machine, by a hard link where the disk allows; the file must not change later. */
  putFile(key: string, path: string, acl?: ObjectAcl): Promise<StoredObject>;
  /** Path of the object, or of a copy of it, on this machine for programs that read files. Throws `store.not-found`. */
  localPath(key: string): Promise<string>;
  /** Removes an object; a missing one is no error. */
  remove(key: string): Promise<void>;
  /** Removes everything of a project, open uploads too. */
  removeProject(projectPk: number): Promise<void>;
  /** Open uploads of a key, newest first. */
  listUploads(key: string): Promise<OpenUpload[]>;
  /**
   * Aborts uploads that were idle since a time. A bucket may be shared: there a lifecycle rule of the service does
   * it.
   */
  clearUploads(since: Date): Promise<void>;
  readonly intake: Intake;
}

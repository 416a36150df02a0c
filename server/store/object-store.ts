import type { Readable } from 'node:stream';
import type { PartPage, StoredPart } from '#contract/store/multipart-xml.ts';
import type { SignedCall, StoreCall } from '#contract/store/signed-call.ts';

/** An object as the store holds it. `etag` without quotes; it changes whenever the bytes do. */
export interface StoredObject {
  readonly key: string;
  readonly size: number;
  readonly etag: string;
  readonly lastModified: Date;
}

/** Bytes `start` to `end`, both counted in. */
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

/** Who may read an object where the store itself answers readers; a folder has no readers but this server. */
export type ObjectAcl = 'private' | 'public-read';

/** A file that has come in whole and is nobody's yet: its first `fileKindBytes` bytes, and how many it has. */
export interface ArrivedFile {
  readonly head: Uint8Array;
  readonly size: number;
}

/** Judges a file that has come in: puts it in its place by `keep`, or throws; then nothing of it is left. */
export type Admission = (file: ArrivedFile, keep: () => Promise<StoredObject>) => Promise<StoredObject>;

/** Uploads that may be interrupted and go on later, as S3's multipart calls. */
export interface MultipartUploads {
  /** Of one file only the newest few stay open. Throws `api.too-many-requests` where parts come to all of them. */
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
  /** Gives an upload up; unknown ones are passed over. */
  abort(key: string, uploadId: string): Promise<void>;
}

/** Files of clients come in through this server. */
export interface LocalIntake {
  readonly kind: 'through';
  readonly uploads: MultipartUploads;
  /**
   * Takes a file of at most `most` bytes, if it is admitted. Throws `upload.larger-than-announced`, and what `admit`
   * throws.
   */
  receive(key: string, source: Readable, most: number, admit: Admission): Promise<StoredObject>;
}

/** What lies where files arrive: an object, or an upload that was not completed. */
export interface Arrival {
  readonly key: string;
  /** When it came, or began to come. */
  readonly since: Date;
  discard(): Promise<unknown>;
}

/**
 * Files of clients come straight to a service, under addresses that may be used until they expire, whatever was said in
 * the meantime: what is sent under `key` is only believed as `take` keeps it, elsewhere.
 */
export interface SignedIntake {
  readonly kind: 'signed';
  sign(key: string, call: StoreCall, acl: ObjectAcl): Promise<SignedCall>;
  /**
   * Copies what came under `from` to `to` if it is admitted and still what was admitted; null where nothing came, it was
   * not admitted, or it changed meanwhile. Throws what `admit` throws.
   */
  take(
    from: string,
    to: string,
    acl: ObjectAcl,
    admit: (file: ArrivedFile) => boolean,
  ): Promise<StoredObject | null>;
  /** All that lies where files arrive, of all projects. */
  arrivals(): AsyncIterable<Arrival>;
}

/** How files of clients come in: through this server, or straight to a service under addresses that the server signs. */
export type Intake = LocalIntake | SignedIntake;

/**
 * Where projects' files are kept. Objects appear whole or not at all. Every call throws `store.unsafe-key` on a
 * key from outside; those that write throw `store.disk-full` and `store.quota`, those of a service `store.refused` and
 * `store.unreachable`.
 */
export interface ObjectStore {
  stat(key: string): Promise<StoredObject | null>;
  /** Throws `store.not-found`. */
  read(key: string, span?: ByteSpan): Promise<Readable>;
  put(key: string, source: Readable): Promise<StoredObject>;
  /** Stores a file made on this machine, without copying where the disk allows; the file must not change later. */
  putFile(key: string, path: string, acl?: ObjectAcl): Promise<StoredObject>;
  /** Path of the object, or of a copy of it, on this machine for programs that read files. Throws `store.not-found`. */
  localPath(key: string): Promise<string>;
  /** Removes an object; none is no fault. */
  remove(key: string): Promise<void>;
  /** Removes everything of a project, open uploads too. */
  removeProject(projectPk: number): Promise<void>;
  /** Open uploads of a key, newest first. */
  listUploads(key: string): Promise<OpenUpload[]>;
  /**
   * Gives up uploads to which nothing has come since a time. A bucket may be others' too: there a rule of the service
   * does it.
   */
  clearUploads(since: Date): Promise<void>;
  readonly intake: Intake;
}

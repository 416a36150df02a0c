import { Transform } from 'node:stream';
import type { StoredPart } from '#contract/store/multipart-xml.ts';
import { largerThanAnnounced } from './byte-limit.ts';

/** Sums the parts of an upload while several arrive concurrently. */
export interface PartLedger {
  /** A pass-through for a part; it fails with `upload.larger-than-announced` where all are longer than `most` bytes. */
  meter(key: string, partNumber: number, most: number): Transform;
}

/** @param stored existing parts; one that is sent again replaces the stored one */
export function createPartLedger(stored: readonly Pick<StoredPart, 'partNumber' | 'size'>[]): PartLedger {
  let total = stored.reduce((sum, { size }) => sum + size, 0);
  const replaceable = new Map(stored.map(({ partNumber, size }) => [partNumber, size]));
  return {
    meter: (key, partNumber, most) => {
      const replaced = replaceable.get(partNumber) ?? 0;
      replaceable.delete(partNumber);
      total -= replaced;
      let passed = 0;
      return new Transform({
        transform(chunk: Buffer, _encoding, done) {
          passed += chunk.length;
          total += chunk.length;
          done(total > most ? largerThanAnnounced(key, most) : null, chunk);
        },
        destroy(error, done) {
          if (error === null) replaceable.set(partNumber, passed);
          else {
            total += replaced - passed;
            if (replaced > 0) replaceable.set(partNumber, replaced);
          }
          done(error);
        },
      });
    },
  };
}

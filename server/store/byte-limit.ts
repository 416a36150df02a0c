import { Transform } from 'node:stream';
import { AppError } from '#domain/errors/app-error.ts';

/** A pass-through that fails with `upload.larger-than-announced` once more than `most` bytes have gone through. */
export function createByteLimit(key: string, most: number): Transform {
  let passed = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      passed += chunk.length;
      done(passed > most ? largerThanAnnounced(key, most) : null, chunk);
    },
  });
}

/** The error of a file that is longer than `announced` bytes. */
export function largerThanAnnounced(key: string, announced: number): AppError {
  return new AppError('upload.larger-than-announced', { key, announced });
}

import { describe, expect, it } from 'vitest';
import { AppError } from '#domain/errors/app-error.ts';
import { describeRecord } from '../messages.ts';
import { keptStackOf } from '../runtime/stack-of.ts';
import { toRecord } from './failure.ts';

const unexpected = [
  new TypeError("Cannot read properties of undefined (reading 'x') at /srv/app/server.js"),
  new Error('Failed query: select "secret" from "account"', { cause: new Error('relation is gone') }),
  new AppError('task.failed', { task: 'cloud.spool' }, { cause: new Error('index out of range') }),
  'a text',
];

describe('a failure', () => {
  it('that is typed stays what it is', () => {
    const error = new AppError('upload.incomplete', { files: 'a.laz' });
    expect(toRecord(error, '/srv/data', () => expect.unreachable())).toEqual(error.toRecord());
  });

  it('names files of the data folder by their names alone', () => {
    const folder = '/srv/my data';
    const error = new AppError('product.unreadable', {
      file: `${folder}/objects/8/products/15/original`,
      reason: `ENOENT: no such file, open '${folder}/steps/3/a.tif', ${folder}`,
    });
    expect(toRecord(error, folder, () => expect.unreachable()).params).toEqual({
      file: 'original',
      reason: "ENOENT: no such file, open 'a.tif', my data",
    });
  });

  it.each(unexpected)('that nobody expects is a number to people and its cause to the log: %s', (error) => {
    const kept: [string, unknown][] = [];
    const record = toRecord(error, '/srv/data', (log, cause) => kept.push([log, cause]));
    const [[log, cause] = []] = kept;
    expect(record).toEqual({ code: 'job.failed', params: { log } });
    expect(cause).toBe(error);
    expect(describeRecord(record)).toContain(log);
    expect(describeRecord(record)).not.toMatch(/undefined|select|range|a text|\//);
  });
});

it('what is kept of an error is its kind, what caused it and where, without the values of a query', () => {
  const query = new Error('Failed query: insert into t values ($1)\nparams: a secret\nof two lines');
  const kept = keptStackOf(new Error('the job ended', { cause: query }));
  expect(kept).toMatch(/^Error: the job ended\n\s+at /);
  expect(kept).toContain('caused by Error: Failed query: insert');
  expect(kept).not.toMatch(/secret|two lines/);
});

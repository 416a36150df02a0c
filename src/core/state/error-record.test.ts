import { expect, test, vi } from 'vitest';
import { AppError } from '#domain/errors/app-error.ts';
import { recordOf } from './error-record.ts';

test('an unexpected failure is told by its command, and its cause is in the console alone', () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  const cause = new TypeError('x is not a function');
  expect(recordOf(cause, 'feature.add')).toEqual({
    code: 'editor.command-failed',
    params: { command: 'feature.add' },
  });
  expect(log).toHaveBeenCalledWith('feature.add', cause);
  log.mockRestore();
  expect(recordOf(new AppError('geometry.collinear', { count: 3 }), 'feature.add')).toEqual({
    code: 'geometry.collinear',
    params: { count: 3 },
  });
});

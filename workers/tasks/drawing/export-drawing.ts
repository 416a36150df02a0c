import { exportFile } from '#domain/drawing/export/export-file.ts';
import type { TaskHandler } from '../../contract/handler.ts';

/** See `drawing.write` in the task map. */
export const writeDrawing: TaskHandler<'drawing.write'> = async (
  { drawing, order },
  { signal, openSql, report },
) => {
  const host = {
    signal,
    openSql,
    report: (fraction: number) => report({ fraction, stage: 'drawing.write' }),
  };
  const output = await exportFile(drawing, order, host);
  return { output, transfer: output.parts.map(({ buffer }) => buffer) };
};

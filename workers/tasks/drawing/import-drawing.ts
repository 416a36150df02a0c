import { placeDrawing } from '#domain/drawing/import/place-drawing.ts';
import { readDrawingFiles } from '#domain/drawing/import/read-drawing-file.ts';
import type { TaskHandler } from '../../contract/handler.ts';
import { borrowSource } from '../../contract/lent-source.ts';

/** See `drawing.read` in the task map. */
export const readDrawing: TaskHandler<'drawing.read'> = async (
  { files, points, codes },
  { signal, openSql },
) => {
  const sources = files.map((file) => borrowSource(file, signal));
  const options = { signal, openSql, ...(points ? { points } : {}), ...(codes ? { codes } : {}) };
  return { output: await readDrawingFiles(sources, options) };
};

/** See `drawing.place` in the task map. */
export const placeInProject: TaskHandler<'drawing.place'> = ({ drawing, placement }) => ({
  output: placeDrawing(drawing, placement),
});

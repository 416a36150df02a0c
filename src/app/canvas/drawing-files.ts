import type { DrawingFiles } from '#core/ports/drawing-files.ts';
import { blobSource } from '#domain/formats/blob-source.ts';
import { lendSource } from '#workers/contract/lent-source.ts';
import type { TaskPool } from '#workers/contract/pool.ts';

/** Files of this machine, read by the workers of the page. */
export function createDrawingFiles(pool: Pick<TaskPool, 'run'>): DrawingFiles {
  return {
    async read(files, names, { points, codes, signal }) {
      const loans = files.map((file, i) => {
        const name = names[i] ?? '';
        return lendSource(`drawing ${name}`, blobSource(file, name), signal);
      });
      const lent = loans.map((loan) => loan.lent);
      try {
        return await pool.run(
          'drawing.read',
          { files: lent, ...(points ? { points } : {}), ...(codes ? { codes } : {}) },
          { signal, transfer: lent.map(({ port }) => port) },
        );
      } finally {
        for (const { end } of loans) end();
      }
    },
    place: (drawing, placement, signal) => pool.run('drawing.place', { drawing, placement }, { signal }),
    write: (drawing, order, { signal, report }) =>
      pool.run(
        'drawing.write',
        { drawing, order },
        { signal, onProgress: ({ fraction }) => report(fraction) },
      ),
  };
}

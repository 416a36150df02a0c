import { describe, expect, it } from 'vitest';
import { readCrs } from '#domain/crs/read-crs.ts';
import { createBench, createSurface } from '#tests/support/editor.ts';
import type { CloudAccess } from '../ports/clouds.ts';
import type { ProjectFacts } from '../state/project-facts.ts';
import { profileVertexLimit } from './profile.ts';

const ground = createSurface((x, y) => 100 + 0.1 * x + 0 * y);

async function createWithLine(
  coordinates: readonly number[],
  clouds: CloudAccess | null = null,
  facts: Partial<ProjectFacts> = {},
) {
  const bench = await createBench({ ports: { surface: ground, clouds }, facts });
  await bench.editor.dispatch('feature.add', { kind: 'polyline', coordinates }, 'panel');
  const id = Object.keys(bench.editor.views.document.features)[0]!;
  return { ...bench, id };
}

describe('a profile', () => {
  it('cuts the surface along a line of the drawing', async () => {
    const { editor, id } = await createWithLine([0, 10, 0, 100, 10, 0]);
    await editor.dispatch('profile.open', { id }, 'panel');
    await editor.settle();
    const { profile } = editor.views.status;
    expect(profile?.corridor.length).toBe(100);
    const { stations, heights } = profile!.line!;
    stations.forEach((station, i) => {
      expect(heights[i]).toBeCloseTo(100 + 0.1 * station, 3);
    });
  });

  it('counts stations on the ground, where a length of the map is half of it', async () => {
    const payload = '+proj=tmerc +lat_0=45 +lon_0=9 +k=0.5 +x_0=0 +y_0=0 +ellps=GRS80 +units=m';
    const { definition } = await readCrs([{ source: 'user', payload }]);
    const facts = { system: definition };
    const { editor, id } = await createWithLine([0, 10, 0, 100, 10, 0], null, facts);
    await editor.dispatch('profile.open', { id }, 'panel');
    await editor.settle();
    const { corridor, length, line } = editor.views.status.profile!;
    expect(corridor.length).toBe(100);
    expect(length / 200).toBeCloseTo(1, 4);
    expect(line!.stations.at(-1)).toBeCloseTo(length, 9);
    expect(line!.heights.at(-1)).toBeCloseTo(110, 3);
  });

  it('follows its line as it is edited, and ends with it', async () => {
    const { editor, id, clock } = await createWithLine([0, 10, 0, 100, 10, 0]);
    await editor.dispatch('profile.open', { id }, 'panel');
    await editor.settle();
    await editor.dispatch('vertex.move', { featureId: id, index: 1, position: [40, 10, 0] }, 'panel');
    clock.advance(1000);
    await editor.settle();
    expect(editor.views.status.profile?.corridor.length).toBe(40);
    await editor.dispatch('feature.delete', { ids: [id] }, 'panel');
    expect(editor.views.workspace.profile).toBeNull();
    expect(editor.views.status.profile).toBeNull();
  });

  it('is refused for lines with too many vertices, naming the limit', async () => {
    const count = profileVertexLimit + 1;
    const { editor, id } = await createWithLine(Array.from({ length: count }, (_, i) => [i, 0, 0]).flat());
    expect(await editor.dispatch('profile.open', { id }, 'panel')).toBe(false);
    expect(editor.views.status.notices.at(-1)?.error).toMatchObject({
      code: 'editor.profile-too-long',
      params: { count, limit: profileVertexLimit },
    });
    expect(editor.views.workspace.profile).toBeNull();
  });

  it('is refused for lines without length', async () => {
    const { editor, id } = await createWithLine([5, 5, 0, 5, 5, 9]);
    await editor.dispatch('profile.open', { id }, 'panel');
    expect(editor.views.status.notices.at(-1)?.error.code).toBe('editor.profile-no-length');
  });
});

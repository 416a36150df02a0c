import { describe, expect, it } from 'vitest';
import { crowdedAreas } from '../../scripts/crowded-areas.mjs';

const files = (folder: string, count: number, ending = '.tsx') =>
  Array.from({ length: count }, (_, index) => `src/features/${folder}/Part${index}${ending}`);

describe('areas of the screens', () => {
  it('have a few loose files, and any number in folders', () => {
    const paths = [...files('canvas', 8), ...files('canvas/view', 12), ...files('canvas', 8, '.test.ts')];
    expect(crowdedAreas(paths)).toEqual([]);
  });

  it('are refused with more', () => {
    expect(crowdedAreas([...files('canvas', 8), ...files('project', 9)])).toEqual([
      'src/features/project: 9 loose files, the limit is 8',
    ]);
  });

  it('are no matter of other rooms', () => {
    expect(crowdedAreas(Array.from({ length: 20 }, (_, index) => `src/ui/Part${index}.tsx`))).toEqual([]);
  });
});

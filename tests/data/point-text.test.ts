import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readPointText } from '#domain/formats/point-text/read-point-text.ts';
import { describeWithShared, sharedData } from '../support/shared-data.ts';

describeWithShared('PNEZD survey of a real site', () => {
  it('reads every point', () => {
    const text = readFileSync(sharedData('survey/bezitopo/topo0.asc'), 'latin1');
    const { points, faults, delimiter } = readPointText(text, { name: 'topo0.asc', order: 'PNEZD' });
    expect(faults).toEqual([]);
    expect(delimiter).toBe(',');
    expect(points.length).toBe(text.split('\n').filter((line) => line.trim() !== '').length);
    expect(points[3]).toEqual({
      point: '4',
      northing: 538488.14912,
      easting: 1455530.75412,
      elevation: 682.48019,
      description: 'TOPWALL',
    });
  });
});

import { expect, it } from 'vitest';
import { cameraName } from './camera-name.ts';

it('names a camera once, by what is known', () => {
  expect(cameraName('Canon', 'Canon PowerShot SX260 HS')).toBe('Canon PowerShot SX260 HS');
  expect(cameraName('DJI', 'FC6310R')).toBe('DJI FC6310R');
  expect([cameraName(null, 'X'), cameraName('Sony', null), cameraName(null, null)]).toEqual([
    'X',
    'Sony',
    '',
  ]);
});

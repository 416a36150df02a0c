import { expect, it } from 'vitest';
import { wizardFraction } from './wizard.ts';

it('progress stays within 3 to 97 % on a waiting page', () => {
  expect([-1, 0, 0.5, 1].map(wizardFraction)).toEqual([0.03, 0.03, 0.5, 0.97]);
});

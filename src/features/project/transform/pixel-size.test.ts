import { describe, expect, it } from 'vitest';
import { inUnit, metresOf, originalForm, pixelSizeFaults, withRatio, withSize } from './pixel-size.ts';

const original = 0.05;

describe('the pixel size of a new product', () => {
  it('is shown with four decimals of the unit, and sent as the original when it is not changed', () => {
    const form = originalForm(original, 'usSurveyFeet');
    expect(form).toEqual({ size: '0.1640', ratio: '100' });
    expect(metresOf(form, original, 'usSurveyFeet')).toBe(original);
    expect(withSize('0.1640', original, 'usSurveyFeet')).toEqual(form);
  });

  it('and its ratio follow each other', () => {
    expect(withSize('0.1', original, 'meters')).toEqual({ size: '0.1', ratio: '200' });
    expect(withRatio('250', original, 'meters')).toEqual({ size: '0.1250', ratio: '250' });
    expect(withSize('', original, 'meters')).toEqual({ size: '', ratio: '' });
    expect(withRatio('x', original, 'meters')).toEqual({ size: '', ratio: 'x' });
  });

  it('stays the same length in another unit', () => {
    expect(inUnit(withSize('0.3048', original, 'meters'), original, 'meters', 'internationalFeet').size).toBe(
      '1.0000',
    );
    expect(inUnit(originalForm(original, 'usSurveyFeet'), original, 'usSurveyFeet', 'meters')).toEqual({
      size: '0.0500',
      ratio: '100',
    });
  });

  it.each([
    ['', 'validation.requiredField', null],
    ['ten', 'validation.mustBeNumeric', null],
    ['-1', 'validation.mustBePositive', null],
    ['0.0499', 'validation.cannotBeSmaller', null],
    ['0', null, 'validation.moreThan0'],
    ['0.5001', null, 'validation.mustBeLessThanPercent'],
    ['0.5', null, null],
  ])('"%s" has the faults %s and %s', (size, ofSize, ofRatio) => {
    const form = withSize(size, original, 'meters');
    expect(pixelSizeFaults(form, original, 'meters')).toEqual({ size: ofSize, ratio: ofRatio });
  });
});

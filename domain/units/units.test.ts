import { describe, expect, it } from 'vitest';
import {
  angularUnit,
  convertArea,
  convertLength,
  convertVolume,
  decimalsFor,
  INTERNATIONAL_FOOT,
  lengthFactor,
  linearUnit,
  linearUnitByCode,
  linearUnitByName,
  METRE,
  US_SURVEY_FOOT,
  unitFromMeasure,
  unitOfMeasureCode,
  unitSymbol,
} from './units.ts';

describe('units of length', () => {
  it('keeps the two feet apart by 2 parts per million', () => {
    expect(lengthFactor(INTERNATIONAL_FOOT, US_SURVEY_FOOT)).toBeCloseTo(0.999998, 15);
    expect(convertLength(1, METRE, INTERNATIONAL_FOOT)).toBe(1 / 0.3048);
    expect(convertLength(1200, METRE, US_SURVEY_FOOT)).toBeCloseTo(3937, 10);
    expect(convertLength(2_000_000, US_SURVEY_FOOT, INTERNATIONAL_FOOT) - 2_000_000).toBeCloseTo(4, 4);
  });

  it('converts areas and volumes by the square and the cube', () => {
    expect(convertArea(1, METRE, INTERNATIONAL_FOOT)).toBeCloseTo(10.76391041671, 10);
    expect(convertVolume(27, INTERNATIONAL_FOOT, METRE)).toBeCloseTo(0.764554857984, 12);
  });

  it.each([
    ['metre', METRE],
    ['Meter', METRE],
    ['Foot_US', US_SURVEY_FOOT],
    ['US survey foot', US_SURVEY_FOOT],
    ['us-ft', US_SURVEY_FOOT],
    ['foot', INTERNATIONAL_FOOT],
    ['Foot_International', INTERNATIONAL_FOOT],
  ])('knows %s', (name, unit) => {
    expect(linearUnitByName(name)).toBe(unit);
  });

  it('lets the factor decide which foot a name means', () => {
    expect(linearUnit('Foot', 0.304800609601219)).toBe(US_SURVEY_FOOT);
    expect(linearUnit('Foot_US', 0.3048)).toBe(INTERNATIONAL_FOOT);
    expect(linearUnit(null, 0.3048006)).toBe(US_SURVEY_FOOT);
    expect(linearUnit('US survey foot', 0.3048006)).toBe(US_SURVEY_FOOT);
    expect(linearUnit('smoot', 1.7018)).toMatchObject({ id: 'other', metres: 1.7018 });
    expect(linearUnit('smoot', null)).toBeNull();
  });

  it('does not take object members for names', () => {
    expect(linearUnitByName('constructor')).toBeNull();
  });

  it('speaks the numbers of EPSG and of the API', () => {
    expect([9001, 9002, 9003].map(linearUnitByCode)).toEqual([METRE, INTERNATIONAL_FOOT, US_SURVEY_FOOT]);
    expect([0, 1, 2].map(unitFromMeasure)).toEqual([METRE, INTERNATIONAL_FOOT, US_SURVEY_FOOT]);
    expect(unitFromMeasure('usSurveyFeet')).toBe(US_SURVEY_FOOT);
    expect(unitFromMeasure(3)).toBeNull();
    expect(unitOfMeasureCode(US_SURVEY_FOOT)).toBe(2);
    expect(unitOfMeasureCode(linearUnitByCode(9084)!)).toBeNull();
  });

  it('writes symbols and sensible digits', () => {
    expect([METRE, INTERNATIONAL_FOOT, US_SURVEY_FOOT].map(unitSymbol)).toEqual(['m', 'ft', 'ftUS']);
    expect(decimalsFor(METRE, 0.001)).toBe(3);
    expect(decimalsFor(METRE, 0.01)).toBe(2);
    expect(decimalsFor(INTERNATIONAL_FOOT, 0.01)).toBe(2);
    expect(decimalsFor(METRE, 5)).toBe(0);
  });
});

describe('units of angle', () => {
  it('reads degrees and grads by factor', () => {
    expect(angularUnit('Degree', 0.0174532925199433)?.id).toBe('degrees');
    expect(angularUnit('grad', 0.0157079632679489)?.id).toBe('grads');
    expect(angularUnit('odd', 0.5)).toMatchObject({ id: 'other', radians: 0.5 });
    expect(angularUnit('degrees', null)?.id).toBe('degrees');
  });
});

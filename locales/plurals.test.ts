import { expect, test } from 'vitest';
import { referenceTexts } from './texts.ts';

const keys = new Set(Object.keys(referenceTexts));

test('a text that counts has both forms, and no form stands beside a text without', () => {
  for (const key of keys) {
    const base = key.replace(/_(?:one|other)$/, '');
    if (base === key) continue;
    expect(keys, base).toContain(`${base}_one`);
    expect(keys, base).toContain(`${base}_other`);
    expect(keys, base).not.toContain(base);
  }
});

test('no text leaves the plural to its reader', () => {
  const open = Object.entries(referenceTexts).filter(([, text]) => /\w\(s\)/.test(text));
  expect(open).toEqual([]);
});

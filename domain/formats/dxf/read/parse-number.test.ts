import { expect, it } from 'vitest';
import { createRandom } from '#domain/math/random.ts';
import { parseNumber } from './parse-number.ts';

function parse(text: string): number {
  const bytes = new TextEncoder().encode(text);
  return parseNumber(bytes, 0, bytes.length);
}

it('reads numbers as the platform does, of any length', () => {
  const random = createRandom(5);
  const letters = Array.from({ length: 20_000 }, () => {
    const whole = Math.floor(random.next() * 10 ** Math.floor(random.between(0, 9)));
    const decimals = Array.from({ length: Math.floor(random.between(0, 20)) }, () =>
      Math.floor(random.next() * 10),
    );
    return `${random.next() < 0.5 ? '-' : ''}${whole}.${decimals.join('')}`;
  });
  const doubles = Array.from({ length: 20_000 }, () => String(random.between(-6e6, 6e6)));
  const fixed = Array.from({ length: 5000 }, () => random.between(0, 1000).toFixed(16));
  for (const text of [...letters, ...doubles, ...fixed]) {
    const value = Number(text);
    const read = parse(text);
    if (!Object.is(read, value)) expect(`${text} ${read}`).toBe(`${text} ${value}`);
  }
});

it.each([
  ['0', 0],
  ['  12 ', 12],
  ['-0.0', -0],
  ['+3.5', 3.5],
  ['1E-31', 1e-31],
  ['1.5d2', 150],
  ['.5', 0.5],
  ['5.', 5],
  // Exactly halfway between two numbers: to the even one.
  ['9007199254740993', 9007199254740992],
  ['9007199254740995.0', 9007199254740996],
  ['0.000000000000000000000012345678901234567', 1.2345678901234567e-23],
  ['123456789012345678901234567890', 1.2345678901234568e29],
  ['1e400', Infinity],
])('reads %s', (text, value) => {
  expect(parse(text)).toBe(value);
});

it.each(['', '-', 'abc', '1.2.3', '12a', '1e', '1 2', '9'.repeat(1000)])(
  'finds no number in "%s"',
  (text) => {
    expect(parse(text)).toBeNaN();
  },
);

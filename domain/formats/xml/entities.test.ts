import { expect, it } from 'vitest';
import { decodeEntities } from './entities.ts';

it('the five entities and those by number are decoded, each once', () => {
  expect(decodeEntities('&lt;a&gt; &amp;lt; &quot;&apos;&#34;&#x41;&#X1F600;')).toBe('<a> &lt; "\'"A😀');
});

it('what is no entity stays', () => {
  for (const text of [
    'plain',
    '&',
    '&nbsp;',
    '& amp;',
    '&#;',
    '&#x110000;',
    '&#99999999999;',
    '&constructor;',
  ]) {
    expect(decodeEntities(text)).toBe(text);
  }
});

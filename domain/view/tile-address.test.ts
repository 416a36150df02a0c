import { describe, expect, it } from 'vitest';
import { isTileOrigin, readTileTemplate, tileAddress } from './tile-address.ts';

const page = 'https://survey.example';

describe('addresses of map tiles', () => {
  it.each([
    ['https://tiles.example/{z}/{x}/{y}.png', 'https://tiles.example'],
    ['https://tiles.example:8443/m?z={z}&x={x}&y={y}&key=a%20b', 'https://tiles.example:8443'],
    [' https://Tiles.Example/{z}/{y}/{x} ', 'https://tiles.example'],
    ['/tiles/{z}/{x}/{y}.webp', page],
  ])('take %s', (template, origin) => {
    expect(readTileTemplate(template, page)).toEqual({ kind: 'good', template: template.trim(), origin });
  });

  it.each([
    ['', 'empty'],
    ['https://tiles.example/{z}/{x}.png', 'no-place'],
    ['https://{s}.tiles.example/{z}/{x}/{y}.png', 'unknown-part'],
    ['ftp://tiles.example/{z}/{x}/{y}.png', 'not-an-address'],
    ['https://user:word@tiles.example/{z}/{x}/{y}.png', 'not-an-address'],
    ['javascript:{z}{x}{y}', 'not-an-address'],
    ['http://tiles.example/{z}/{x}/{y}.png', 'not-secure'],
    ['https://{z}.example/{x}/{y}', 'unknown-part'],
  ])('refuse %j: %s', (template, reason) => {
    expect(readTileTemplate(template, page)).toEqual({ kind: 'bad', reason });
  });

  it('may be of this machine or beside a page that is not secure itself', () => {
    const local = 'http://localhost:8080/{z}/{x}/{y}.png';
    expect(readTileTemplate(local, page).kind).toBe('good');
    expect(readTileTemplate('http://tiles.lan/{z}/{x}/{y}', 'http://survey.lan').kind).toBe('good');
  });

  it('are filled with the place of a tile', () => {
    expect(tileAddress('/t/{z}/{x}/{y}?again={z}', { z: 3, x: 5, y: 2 })).toBe('/t/3/5/2?again=3');
  });

  it('have an origin that a content policy can name', () => {
    for (const good of ['https://tiles.example', 'https://tiles.example:8443', 'http://localhost:8080'])
      expect(isTileOrigin(good), good).toBe(true);
    for (const bad of [
      'https://tiles.example/',
      'https://*.example',
      "https://a; script-src 'x'",
      '*',
      'data:',
      '',
    ])
      expect(isTileOrigin(bad), bad).toBe(false);
  });
});

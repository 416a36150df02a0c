import { expect, it } from 'vitest';
import type { Groups } from './record.ts';
import { RecordFeed } from './record-feed.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

function feedText(feed: RecordFeed, code: number, text: string): void {
  feed.text(code, bytes(text), 0, text.length);
}

it('leaves out what applications attach and what is embedded, not extended data', () => {
  const seen: [number, string | number][][] = [];
  const feed = new RecordFeed('a.dxf', (groups: Groups) => {
    seen.push(
      Array.from({ length: groups.count }, (_, i) => [
        groups.codeAt(i),
        groups.nameAt(i) === '' ? groups.numberAt(i) : groups.nameAt(i)!,
      ]),
    );
  });
  feed.begin('MTEXT', 1);
  feedText(feed, 102, '{APP');
  feed.number(10, 1, 2);
  feedText(feed, 102, '}');
  feed.number(10, 5, 3);
  feedText(feed, 101, 'Embedded Object');
  feed.number(10, 9, 4);
  feedText(feed, 1001, 'PLUMBLINE');
  feed.complete();
  expect(seen).toEqual([
    [
      [10, 5],
      [1001, 'PLUMBLINE'],
    ],
  ]);
});

it('refuses objects of more groups than the limit', () => {
  const feed = new RecordFeed('a.dxf', () => undefined, 3);
  feed.begin('LWPOLYLINE', 7);
  for (let i = 0; i < 3; i++) feed.number(10, i, 8);
  expect(() => feed.number(10, 3, 9)).toThrow('dxf.object-too-large');
  expect(() => feedText(feed, 1, 'x')).toThrow('dxf.object-too-large');
});

import { searchFilter } from '#contract/schemas/project.ts';
import { readCompletion, readInitiated, readPartPage } from '#contract/store/multipart-xml.ts';
import { searchCrsWith } from '#domain/crs/search-crs.ts';
import type { CrsTable } from '#domain/crs/table.ts';
import { isWithinBounds } from '#domain/formats/json-bounds.ts';
import { readOdmStats } from '#domain/photogrammetry/exchange/odm-stats.ts';
import { type HostileParser, parsedJson, textParser } from './parser.ts';

const parts = [1, 2].map((n) => `<Part><PartNumber>${n}</PartNumber><ETag>"ab"</ETag><Size>9</Size></Part>`);

/** Parsers of data sent by callers and other services. */
export function requestParsers(table: CrsTable): HostileParser[] {
  return [
    textParser(
      'completion XML',
      [
        `<A><UploadId>x</UploadId><IsTruncated>true</IsTruncated><NextPartNumberMarker>2</NextPartNumberMarker>${parts.join('')}</A>`,
      ],
      (text) => {
        const answer = [readCompletion(text), readInitiated(text)];
        return [answer, readPartPage(text)];
      },
    ),
    textParser('search', ['{"name":"a","system":["utm","32617"],"state":"Done","images":"<10"}'], (text) => {
      const filter = searchFilter.safeParse(parsedJson(text));
      return [filter, searchCrsWith(table, text.slice(0, 255), 20)];
    }),
    textParser('bounds of JSON', ['[{"a":"b\\"","c":[1,2]}]'], (text) =>
      isWithinBounds(text, { depth: 9, values: 99, containers: 99 }),
    ),
    textParser(
      'statistics of ODM',
      [
        '{"reconstruction_statistics":{"reconstructed_shots_count":9},"gps_errors":{"error":{"x":1,"y":2,"z":3}}}',
      ],
      readOdmStats,
    ),
  ];
}

import { readFile } from 'node:fs/promises';

/** The survey of a site with field codes, of `shared/data/survey/bezitopo`. US survey feet. */

/** Codes that draw lines. */
export const lineCodes = [
  ...['SW', 'EC', 'TOPWALL', 'TOEWALL', 'BOTWALL', 'EP', 'BC', 'BW', 'TB', 'BB', 'EG', 'HWALL'],
] as const;

/** Its code table, as CSV. */
export const dictionary = [
  'Code,Types,Layer,Colour,Line type',
  ...lineCodes.map((code) => `${code},line,Lines of ${code},#808080,dashed`),
  'MH,point,Utilities,#ff0000,',
  'DI,point,Utilities,#ff0000,',
].join('\n');

/** Rows whose begin and end codes contradict others, and what is meant instead. */
export const corrections: Readonly<Record<number, string>> = {
  766: 'BOTWALL',
  767: 'BOTWALL',
  768: 'BOTWALL',
  948: 'EG',
  967: 'BB',
  968: 'BB',
  1114: 'EP GRVL',
};

/** A row of the survey. */
export interface Shot {
  readonly name: string;
  readonly xyz: readonly number[];
  readonly description: string;
}

/** The rows of a PNEZD file. */
export async function shotsOf(file: string): Promise<Shot[]> {
  const lines = (await readFile(file, 'latin1')).split(/\r?\n/).filter((line) => line !== '');
  return lines.map((line) => {
    const [name, northing, easting, elevation, ...rest] = line.split(',');
    return {
      name: name!,
      xyz: [easting, northing, elevation].map(Number),
      description: rest.join(',').trim(),
    };
  });
}

/** The text of the survey with its contradicting codes corrected. */
export async function correctedSurvey(file: string): Promise<string> {
  const lines = (await readFile(file, 'latin1')).split(/\r?\n/);
  for (const [row, description] of Object.entries(corrections)) {
    const at = Number(row) - 1;
    lines[at] = [...lines[at]!.split(',').slice(0, 4), description].join(',');
  }
  return lines.join('\n');
}

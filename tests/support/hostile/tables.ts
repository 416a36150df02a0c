import { fieldToFinish } from '#domain/drawing/codes/field-to-finish.ts';
import { readCodeCsv } from '#domain/drawing/codes/read-code-csv.ts';
import { readFieldCodeList } from '#domain/drawing/codes/read-field-code-list.ts';
import { readPointText } from '#domain/formats/point-text/read-point-text.ts';
import { readControlFile } from '#domain/photogrammetry/control/read-control-file.ts';
import { readScaleBars } from '#domain/photogrammetry/control/read-scale-bars.ts';
import { type HostileParser, textParser } from './parser.ts';

const controlFiles = [
  'EPSG:32617\n500000.1 4200000.2 100.3 10 20 a.jpg P1\n500001.1 4200001.2 101.3 30 40 b.jpg P2 check\n',
  'label,x,y,z,sigma_x,type\n"A, 1",1.5,2.5,3,0.01,gcp\nB,2,3,4,,check\n',
  'Name;Rechtswert;Hochwert;Höhe\nA;1,5;2,5;3,25\nB;1.234,5;2,5;3,25\n',
  '{"points":[{"id":"A","position":{"latitude":40.5,"longitude":-81.25,"altitude":100},"observations":[{"shot_id":"a.jpg","projection":[0.1,0.2]}]}]}',
];

const codeTable =
  'Code,Name,Types,Layer,Colour,Symbol,Line type,Attributes,Control\nEP,Edge,line,Road,3,,dashed,"w:list(a|b)=a; h:number",\nBB,Bank,any,,#112233,,,,\n+5,,,,,,,,begin\n';

/** Points with codes of all kinds, the first rows of them made of the text. */
function finishText(text: string): unknown {
  const { entries, words } = readCodeCsv(codeTable, 'c.csv');
  const points = text.split('\n').map((description, row) => ({
    ...{ point: '', row, description },
    ...{ easting: row % 7, northing: row % 5, elevation: row },
  }));
  return fieldToFinish(points, entries, words);
}

/** Parsers of tables: ground control in every form, scale bars, points, feature codes. */
export function tableParsers(): HostileParser[] {
  const sizes = new Map([['a.jpg', { width: 400, height: 300 }]]);
  return [
    textParser('control file', controlFiles, (text) => readControlFile(text, 'gcp_list.txt', sizes)),
    textParser('scale bars', ['from,to,length,sigma,unit\nA,B,1.5,0.01,m\nB,C,2.25,0.01,m\n'], (text) =>
      readScaleBars(text, 'bars.csv'),
    ),
    textParser('point file', ['1,100.5,200.5,3.25,EP\n2,101.5,201.5,3.5,"EP, old"\n'], (text) =>
      readPointText(text, { name: 'p.csv' }),
    ),
    textParser('feature codes', [codeTable, 'Feature code;Color;Attributes\nA;1;a:text\n'], (text) =>
      readCodeCsv(text, 'c.csv'),
    ),
    textParser('field code list', ['A,Y,Y,L,Edge\nB,N,N,Hole\n'], (text) => readFieldCodeList(text, 'c.fcl')),
    textParser('linework', ['EP1 +5\nEP1 PC/BB B\nEP1\nEP1 PT RECT 2\nBB CLOSE EP1 E\n'], finishText),
  ];
}

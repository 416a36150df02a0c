import { readDxf } from '#domain/formats/dxf/read/read-dxf.ts';
import { dxfText } from '../dxf-text.ts';
import { guardedSource } from '../guarded-source.ts';
import { type HostileParser, utf8 } from './parser.ts';

const drawing = dxfText({
  header: '9=$ACADVER 1=AC1015 9=$DWGCODEPAGE 3=ANSI_1252 9=$INSUNITS 70=6',
  tables: [
    'LTYPE 2=DASHED 73=2 40=1 49=0.5 49=-0.25',
    'LAYER 2=A 70=0 62=3 6=DASHED 370=35',
    'STYLE 2=S 40=2',
  ],
  blocks: [
    ...[
      'BLOCK 2=RING 70=0 10=1 20=1',
      'CIRCLE 8=0 10=0 20=0 40=1',
      'ATTDEF 8=0 10=0 20=0 40=1 2=T 70=0',
      'ENDBLK',
    ],
    ...['BLOCK 2=PAIR 70=0 10=0 20=0', 'INSERT 8=0 2=RING 10=5 20=0 41=2 42=3', 'ENDBLK'],
    ...['BLOCK 2=*D1 70=1 10=0 20=0', 'LINE 8=0 10=0 20=0 11=1 21=1', 'ENDBLK'],
  ],
  entities: [
    'POINT 8=A 10=1.5 20=2 30=3 1001=PLUMBLINE 1000=name=1 1000=property=["a",1]',
    'LWPOLYLINE 8=A 90=2 70=1 38=5 10=0 20=0 42=1 10=9 20=0 210=0 220=0 230=-1',
    ...['POLYLINE 8=A 70=64', 'VERTEX 10=0 20=0 30=0 70=192', 'VERTEX 10=1 20=0 30=0 70=192'],
    ...['VERTEX 10=1 20=1 30=0 70=192', 'VERTEX 70=128 71=1 72=2 73=3', 'SEQEND'],
    'ARC 8=A 10=0 20=0 40=3 50=10 51=200',
    'ELLIPSE 8=A 10=0 20=0 30=0 11=4 21=0 31=0 40=0.5 41=0 42=3',
    'SPLINE 8=A 70=0 71=2 72=6 73=3 40=0 40=0 40=0 40=1 40=1 40=1 10=0 20=0 30=0 10=1 20=1 30=0 10=2 20=0 30=0',
    '3DFACE 8=A 10=0 20=0 30=0 11=1 21=0 31=0 12=1 22=1 32=1 13=0 23=1 33=1',
    'MTEXT 8=A 10=1 20=2 40=3 71=5 1=\\\\fArial;a\\\\Pb\\\\U+6D4B',
    'HATCH 8=A 10=0 20=0 30=7 70=1 91=2 92=2 72=1 73=1 93=2 10=0 20=0 42=1 10=9 20=0 42=1 97=0 92=1 93=1 72=2 10=0 20=0 40=1 50=0 51=360 73=1 97=0 75=0',
    'MULTILEADER 8=A 300=CONTEXT_DATA{ 41=2 304=Note 12=6 22=5 32=0 302=LEADER{ 10=5 20=5 30=0 304=LEADER_LINE{ 10=1 20=1 30=0 305=} 303=} 301=}',
    'INSERT 8=A 66=1 2=PAIR 10=10 20=20 50=30 70=3 71=2 44=5 45=5',
    ...['ATTRIB 8=A 10=0 20=0 40=1 1=x 2=T 70=0', 'SEQEND', 'DIMENSION 8=A 2=*D1 10=0 20=0'],
  ],
}).replaceAll('\\\\', '\\');

/** Codes of two bytes, a point on layer A. */
const binary = [
  ...utf8('AutoCAD Binary DXF\r\n\x1a\0'),
  ...utf8('\0\0SECTION\0\x02\0ENTITIES\0\0\0POINT\0\x08\0A\0'),
  ...[10, 20].flatMap((code) => [code, 0, ...new Uint8Array(Float64Array.of(code).buffer)]),
  ...utf8('\0\0ENDSEC\0\0\0EOF\0'),
];

/** Parsers of drawings of CAD programs. */
export function cadParsers(): HostileParser[] {
  return [
    {
      name: 'DXF',
      inputs: [utf8(drawing), Uint8Array.from(binary)],
      // A small input may expand to the memory that a test allows, not to that of a workstation.
      parse: (bytes) => readDxf(guardedSource('a.dxf', bytes), { tolerance: 0.01, maxExpansion: 500_000 }),
    },
  ];
}

/** What a column of surveyed coordinates holds. */
export type CoordinateColumn = 'label' | 'easting' | 'northing' | 'elevation' | 'description';

/**
 * Headings as English, Polish, Italian, Spanish, Hungarian, Chinese, Danish, Dutch, German and French tables and the
 * exports of Trimble, Leica, Topcon and Carlson write them, after `plainHeading`. `x` is east and `y` north, as in the
 * products' own coordinates.
 */
const headings: Readonly<Record<CoordinateColumn, readonly string[]>> = {
  label: [
    ...[
      'p',
      'pt',
      'pts',
      'no',
      'nr',
      'num',
      'id',
      'name',
      'number',
      'label',
      'point',
      'point name',
      'point id',
    ],
    ...[
      'point no',
      'point number',
      'pointname',
      'pointid',
      'pt id',
      'ptid',
      'pt no',
      'pt name',
      'station',
      'mark',
    ],
    ...['marker', 'target', 'gcp', 'gcp name', 'gcp id', 'gcp label', 'punkt', 'numer', 'nazwa', 'nr punktu'],
    ...[
      'numer punktu',
      'nazwa punktu',
      'punto',
      'nome',
      'numero',
      'nome punto',
      'id punto',
      'nombre',
      'num punto',
    ],
    ...[
      'pont',
      'pontszam',
      'psz',
      'nev',
      'azonosito',
      'pont neve',
      '点号',
      '点名',
      '名称',
      '编号',
      '点',
      'navn',
    ],
    ...[
      'punktnavn',
      'punktnummer',
      'punktnr',
      'punt',
      'naam',
      'puntnummer',
      'puntnaam',
      'nummer',
      'punktname',
    ],
    ...[
      'bezeichnung',
      'punktkennung',
      'pktnr',
      'pkt',
      'nom',
      'matricule',
      'point topo',
      'no point',
      'numero point',
    ],
  ],
  easting: [
    ...['e', 'x', 'east', 'easting', 'eastings', 'grid easting', 'grid east', 'local easting', 'local east'],
    ...[
      'x east',
      'e x',
      'x coordinate',
      'x coord',
      'coord x',
      'geo x',
      'world x',
      'wschod',
      'wspolrzedna wschodnia',
    ],
    ...[
      'est',
      'coordinata est',
      'este',
      'coordenada este',
      'kelet',
      'keleti',
      '东',
      '东坐标',
      '东向',
      '横坐标',
    ],
    ...[
      'ost',
      'oost',
      'oosting',
      'oosten',
      'ostkoordinat',
      'osten',
      'rechtswert',
      'ostwert',
      'est x',
      'easting x',
    ],
  ],
  northing: [
    ...[
      'n',
      'y',
      'north',
      'northing',
      'northings',
      'grid northing',
      'grid north',
      'local northing',
      'local north',
    ],
    ...[
      'y north',
      'n y',
      'y coordinate',
      'y coord',
      'coord y',
      'geo y',
      'world y',
      'polnoc',
      'nord',
      'norte',
    ],
    ...[
      'wspolrzedna polnocna',
      'coordinata nord',
      'coordenada norte',
      'eszak',
      'eszaki',
      '北',
      '北坐标',
      '北向',
    ],
    ...[
      '纵坐标',
      'noord',
      'noording',
      'noorden',
      'nordkoordinat',
      'norden',
      'hochwert',
      'nordwert',
      'nord y',
    ],
    ...['northing y'],
  ],
  elevation: [
    ...[
      'z',
      'h',
      'el',
      'elev',
      'elevation',
      'height',
      'alt',
      'altitude',
      'level',
      'rl',
      'grid elevation',
      'up',
    ],
    ...['local height', 'ortho height', 'ortho hgt', 'orthometric height', 'orthoheight', 'ellip height'],
    ...[
      'ellip hgt',
      'ellipsoidal height',
      'ellipsoid height',
      'hgt',
      'z coordinate',
      'z coord',
      'coord z',
      'geo z',
    ],
    ...[
      'world z',
      'wysokosc',
      'rzedna',
      'h z',
      'quota',
      'altezza',
      'altitudine',
      'cota',
      'altura',
      'elevacion',
    ],
    ...[
      'magassag',
      'tengerszint feletti magassag',
      '高程',
      '高',
      '高度',
      '标高',
      'kote',
      'hojde',
      'hoogte',
      'hohe',
    ],
    ...['hoehe', 'hoe', 'hauteur', 'cote', 'meereshohe', 'gelandehohe'],
  ],
  description: [
    ...['d', 'desc', 'descr', 'description', 'code', 'codes', 'remark', 'remarks', 'feature', 'feature code'],
    ...['point code', 'attribute', 'note', 'notes', 'comment', 'comments', 'kod', 'opis', 'uwagi', 'codice'],
    ...[
      'descrizione',
      'nota',
      'note',
      'codigo',
      'descripcion',
      'leiras',
      'megjegyzes',
      '编码',
      '代码',
      '备注',
      '描述',
    ],
    ...[
      'kode',
      'beskrivelse',
      'bemaerkning',
      'omschrijving',
      'opmerking',
      'beschreibung',
      'bemerkung',
      'punktcode',
    ],
    ...['libelle', 'remarque', 'feature name', 'layer'],
  ],
};

const folded: Readonly<Record<string, string>> = { ł: 'l', ø: 'o', æ: 'ae', ß: 'ss', đ: 'd', ı: 'i' };

/** `Grid Easting (usft)`, `#Höhe [m]`, `sigma_x` as plain words: lower case, no marks on letters, no unit in brackets. */
export function plainHeading(cell: string): string {
  return cell
    .toLowerCase()
    .replace(/[([{（][^([{（)\]}）]*[)\]}）]/g, ' ')
    .replace(/[łøæßđı]/g, (letter) => folded[letter]!)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}\ufffd]+/gu, ' ')
    .trim();
}

const columnByHeading = new Map(
  Object.entries(headings).flatMap(([column, words]) =>
    words.map((word) => [word, column as CoordinateColumn] as const),
  ),
);
const units = /\s(?:m|metres?|meters?|ft|feet|usft|us ft|ftus|sft|ift)$/;

/** What a column is said to hold by its heading; null for headings that say nothing known. */
export function columnOfHeading(cell: string): CoordinateColumn | null {
  const plain = plainHeading(cell);
  return columnByHeading.get(plain) ?? columnByHeading.get(plain.replace(units, '')) ?? null;
}

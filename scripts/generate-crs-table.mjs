/**
 * Writes the coordinate-system table, `domain/crs/table/*.json`, from PROJ's database.
 *
 *   node scripts/generate-crs-table.mjs [PATH_OF_proj.db]
 *
 * Needs Debian's `proj-data` (for /usr/share/proj/proj.db) and `python3` (its sqlite3 module reads the
 * database). Same database, same bytes. Every EPSG geographic, geocentric, projected, vertical and compound
 * system is kept, deprecated ones marked. One row a string, fields parted by `|`; the columns are named in
 * `columns`. Angles are decimal degrees, lengths metres unless followed by `@` and an EPSG unit code.
 *
 * The shift of a system's datum to WGS 84 is a Helmert transformation of the EPSG dataset that needs no grid and no
 * epoch: a null shift where EPSG gives one (modern frames), else the one that covers most of the system's area of use,
 * of equals the most accurate; none where none covers two fifths of it (`-` in a projected system whose base has one).
 * Beside it a datum lists all its transformations with their areas, from which one can be chosen for a place. Targets
 * that EPSG equates with WGS 84 by a null shift count as WGS 84.
 * Molodensky-Badekas is rewritten as a position-vector Helmert (exact one way; the pivot is kept for the other).
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';

const database = process.argv[2] ?? '/usr/share/proj/proj.db';
const folder = 'domain/crs/table';
const ARC_SECOND = Math.PI / 648000;

const reader = `import json,sqlite3,sys
c=sqlite3.connect("file:"+sys.argv[1]+"?mode=ro",uri=True)
c.row_factory=sqlite3.Row
print(json.dumps([dict(r) for r in c.execute(sys.argv[2])]))`;
const query = (sql) =>
  JSON.parse(
    execFileSync('python3', ['-c', reader, database, sql], { maxBuffer: 1 << 28, encoding: 'utf8' }),
  );
const byCode = (rows) => new Map(rows.map((row) => [Number(row.code), row]));
const ascending = (rows) => [...rows].sort((a, b) => Number(a.code) - Number(b.code));

const units = byCode(query("select * from unit_of_measure where auth_name='EPSG'"));
const extents = byCode(query("select * from extent where auth_name='EPSG'"));
const usages = new Map();
for (const row of query(
  "select object_table_name t, object_code c, extent_code e from usage where object_auth_name='EPSG' and extent_auth_name='EPSG' order by 1,2,3",
)) {
  const key = `${row.t}:${row.c}`;
  usages.set(key, [...(usages.get(key) ?? []), Number(row.e)]);
}
const axesOf = new Map();
for (const row of query("select * from axis where auth_name='EPSG' order by coordinate_system_order")) {
  const key = Number(row.coordinate_system_code);
  axesOf.set(key, [...(axesOf.get(key) ?? []), row]);
}

/** Sexagesimal DDD.MMSSsss, EPSG unit 9110, to decimal degrees, by digits so that nothing is rounded twice. */
function sexagesimal(value) {
  const [whole, fraction = ''] = Math.abs(value).toFixed(12).split('.');
  const minutes = Number(fraction.slice(0, 2));
  const seconds = Number(`${fraction.slice(2, 4)}.${fraction.slice(4)}`);
  return Math.sign(value) * (Number(whole) + minutes / 60 + seconds / 3600);
}

/** A value in its EPSG unit to table form: degrees, unity, metres, or `value@unit` for other lengths. */
function quantity(value, unitCode) {
  const code = Number(unitCode);
  if (code === 9110) return String(sexagesimal(value));
  if (code === 9102 || code === 9122 || code === 9001 || code === 9201) return String(value);
  if (code === 9105) return String(Number((value * 0.9).toFixed(13)));
  const unit = units.get(code);
  if (unit.type === 'length') return `${value}@${code}`;
  if (unit.type === 'angle') return String((value * unit.conv_factor * 180) / Math.PI);
  return String(value * unit.conv_factor);
}

/** Rows numbered as they are first asked for. */
function interner() {
  const rows = [];
  const index = new Map();
  const add = (key, row) => {
    if (!index.has(key)) index.set(key, rows.push(row()) - 1);
    return index.get(key);
  };
  return { rows, add };
}

const areas = interner();
function areaOf(table, code) {
  const extent = (usages.get(`${table}:${code}`) ?? []).map((id) => extents.get(id)).find(Boolean);
  if (!extent) return '';
  return areas.add(extent.code, () =>
    [extent.name, extent.south_lat, extent.west_lon, extent.north_lat, extent.east_lon].join('|'),
  );
}

const helmertMethods = {
  9603: 0,
  1031: 0,
  9606: 1,
  1033: 1,
  1065: 1,
  9607: -1,
  1032: -1,
  1066: -1,
  1061: 1,
  1063: 1,
  9636: -1,
};
const geodetic = query("select * from geodetic_crs where auth_name='EPSG'");
const kindOf = new Map(geodetic.map((row) => [Number(row.code), row.type]));
const datumOf = new Map(geodetic.map((row) => [Number(row.code), Number(row.datum_code)]));

/** `[tx, ty, tz, rx, ry, rz, s]` in metres, arc seconds and parts per million, position-vector convention. */
function helmert(row) {
  const angle =
    (row.rotation_uom_code ? units.get(Number(row.rotation_uom_code)).conv_factor : 0) / ARC_SECOND;
  const sign = helmertMethods[row.method_code];
  const tidy = (value) => Number(value.toFixed(10));
  const rotations = [row.rx, row.ry, row.rz].map((value) => tidy((value ?? 0) * angle * sign));
  const scaleUnit = row.scale_difference_uom_code
    ? units.get(Number(row.scale_difference_uom_code)).conv_factor
    : 0;
  const scale = tidy((row.scale_difference ?? 0) * scaleUnit * 1e6);
  const [rx, ry, rz] = rotations.map((value) => value * ARC_SECOND);
  const metres = units.get(Number(row.translation_uom_code)).conv_factor;
  const [tx, ty, tz] = [row.tx, row.ty, row.tz].map((value) => tidy(value * metres));
  const [px, py, pz] = [row.px ?? 0, row.py ?? 0, row.pz ?? 0];
  const m = 1 + scale * 1e-6;
  const moved = [
    tx + px - m * (px - rz * py + ry * pz),
    ty + py - m * (rz * px + py - rx * pz),
    tz + pz - m * (-ry * px + rx * py + pz),
  ];
  const shift = row.px === null ? [tx, ty, tz] : moved.map((value) => Number(value.toFixed(6)));
  return [...shift, ...rotations, scale].map((value) => value + 0);
}

/** Superseded by another between the same systems: no longer chosen. */
const superseded = new Set(
  query(
    "select superseded_code code from supersession where superseded_table_name='helmert_transformation' and superseded_auth_name='EPSG' and replacement_table_name='helmert_transformation' and same_source_target_crs=1",
  ).map((row) => Number(row.code)),
);
const transformations = query(
  "select * from helmert_transformation where auth_name='EPSG' and deprecated=0 and source_crs_auth_name='EPSG' and target_crs_auth_name='EPSG'",
)
  .filter((row) => row.method_code in helmertMethods && !superseded.has(Number(row.code)))
  .map((row) => ({
    code: Number(row.code),
    name: row.name,
    isBetweenGeographic: kindOf.get(Number(row.source_crs_code)) === 'geographic 2D',
    from: datumOf.get(Number(row.source_crs_code)),
    to: datumOf.get(Number(row.target_crs_code)),
    accuracy: row.accuracy === null || row.accuracy === '' ? 999 : Number(row.accuracy),
    params: helmert(row),
    pivot: row.px === null ? [] : [row.px, row.py, row.pz],
    extent: (usages.get(`helmert_transformation:${row.code}`) ?? [])
      .map((id) => extents.get(id))
      .find(Boolean),
  }));
const isNull = (transformation) => transformation.params.every((value) => value === 0);
const WGS84 = 6326;
const hubs = new Set([WGS84]);
for (const transformation of transformations) {
  if (transformation.to === WGS84 && isNull(transformation)) hubs.add(transformation.from);
}

const splitBox = (box) => {
  const [south, west, north, east] = box;
  return east >= west
    ? [[south, west, north, east]]
    : [
        [south, west, north, 180],
        [south, -180, north, east],
      ];
};
const overlap = (a, b) =>
  Math.max(0, Math.min(a[2], b[2]) - Math.max(a[0], b[0])) *
  Math.max(0, Math.min(a[3], b[3]) - Math.max(a[1], b[1]));
function coverage(box, extent) {
  if (!box || !extent) return 0;
  const theirs = splitBox([extent.south_lat, extent.west_lon, extent.north_lat, extent.east_lon]);
  let whole = 0;
  let shared = 0;
  for (const mine of splitBox(box)) {
    whole += (mine[2] - mine[0]) * (mine[3] - mine[1]);
    for (const other of theirs) shared += overlap(mine, other);
  }
  return whole === 0 ? 0 : shared / whole;
}

/** Datums that are another one counted from another prime meridian (EPSG method 9601): they share its shift. */
const meridianOf = new Map(
  query(
    "select d.code, p.longitude, p.uom_code from geodetic_datum d join prime_meridian p on p.code=d.prime_meridian_code and p.auth_name='EPSG' where d.auth_name='EPSG'",
  ).map((row) => [Number(row.code), Number(quantity(row.longitude, row.uom_code))]),
);
const rotated = new Map(
  query(
    "select source_crs_code a, target_crs_code b, param1_value turn, param1_uom_code uom from other_transformation where auth_name='EPSG' and deprecated=0 and method_code=9601",
  )
    .map((row) => ({
      pair: [datumOf.get(Number(row.a)), datumOf.get(Number(row.b))],
      turn: Number(quantity(row.turn, row.uom)),
    }))
    .filter(({ pair: [a, b], turn }) => Math.abs(meridianOf.get(a) - meridianOf.get(b) - turn) < 1e-6)
    .map(({ pair }) => pair),
);

/** The order of equals, as PROJ has it: null shifts first, then by name, backwards, so that newer ones come first. */
const asInProj = (a, b) =>
  Number(isNull(b)) - Number(isNull(a)) || (a.name < b.name ? 1 : a.name > b.name ? -1 : 0);

/**
 * True where EPSG has one transformation for a datum: only then is it taken over for the same datum counted from
 * another meridian. Which of several such an old system means is not for a program to guess.
 */
const isSingle = (datum) =>
  new Set(
    transformations
      .filter(({ from, to }) => from === datum && hubs.has(to))
      .map(({ params }) => params.join(',')),
  ).size === 1;

/** Islands whose boxes overlap, each with its own shift: a box cannot tell which island a place is on, so none is used. */
const overlappingIslands = new Set(['Azores Oriental Islands 1995', 'Azores Central Islands 1995']);
const untold = new Set(
  query("select code, name from geodetic_datum where auth_name='EPSG'")
    .filter(({ name }) => overlappingIslands.has(name))
    .map(({ code }) => Number(code)),
);

const shifts = interner();
function shiftOf(datum, box) {
  if (datum === WGS84) return shifts.add('wgs84', () => '0,0,0,0,0,0,0|0|0||||||');
  if (untold.has(datum)) return '';
  const ranked = transformations
    .filter((transformation) => transformation.from === datum && hubs.has(transformation.to))
    .map((transformation) => {
      const covered = Number(coverage(box, transformation.extent).toFixed(9));
      const isZero = isNull(transformation) && transformation.to === WGS84 && covered > 0;
      return { transformation, isZero, covered };
    })
    .sort(
      (a, b) =>
        Number(b.isZero) - Number(a.isZero) ||
        Number(b.transformation.to === WGS84) - Number(a.transformation.to === WGS84) ||
        b.covered - a.covered ||
        a.transformation.accuracy - b.transformation.accuracy ||
        asInProj(a.transformation, b.transformation),
    );
  const best = ranked.find(({ covered, isZero }) => covered >= 0.4 || isZero)?.transformation;
  if (!best)
    return rotated.has(datum) && isSingle(rotated.get(datum)) ? shiftOf(rotated.get(datum), box) : '';
  return addShift(best);
}

function addShift({ code, params, pivot, accuracy, extent }) {
  const box = extent
    ? [extent.south_lat, extent.west_lon, extent.north_lat, extent.east_lon]
    : ['', '', '', ''];
  const offshore = extent?.description.includes('- offshore') ? 'o' : '';
  return shifts.add(code, () =>
    [params.join(','), code, accuracy, ...box, offshore, pivot.join(',')].join('|'),
  );
}

/**
 * Every transformation of a datum with an area: those to WGS 84 where there are any, else to datums that EPSG equates
 * with it. A place then has the most accurate one whose area holds it.
 */
function shiftsOf(datum) {
  if (datum === WGS84 || untold.has(datum)) return '';
  const own = transformations.filter(
    ({ code, from, extent }) => from === datum && extent && !superseded.has(code),
  );
  const direct = own.filter(({ to }) => to === WGS84);
  const reaching = direct.length > 0 ? direct : own.filter(({ to }) => hubs.has(to));
  const flat = reaching.filter(({ isBetweenGeographic }) => isBetweenGeographic);
  const found = flat.length > 0 ? flat : reaching;
  if (found.length === 0 && rotated.has(datum) && isSingle(rotated.get(datum))) {
    return shiftsOf(rotated.get(datum));
  }
  return found.sort(asInProj).map(addShift).join(';');
}

const boxOf = (table, code) => {
  const extent = (usages.get(`${table}:${code}`) ?? []).map((id) => extents.get(id)).find(Boolean);
  return extent && [extent.south_lat, extent.west_lon, extent.north_lat, extent.east_lon];
};
const flag = (row) => (row.deprecated ? 'd' : '');

function orientation(code) {
  const axes = axesOf.get(Number(code)) ?? [];
  const first = axes[0]?.orientation.toLowerCase() ?? '';
  const second = axes[1]?.orientation.toLowerCase() ?? '';
  const letters = { east: 'e', north: 'n', west: 'w', south: 's' };
  return letters[first] && letters[second] ? letters[first] + letters[second] : 'polar';
}

const conversions = byCode(query("select * from conversion where auth_name='EPSG'"));
const usedConversions = new Map();
function conversionRow(row) {
  const values = [];
  for (let i = 1; i <= 7; i++) {
    if (row[`param${i}_code`] === null) continue;
    const code = Number(row[`param${i}_code`]);
    values.push(`${code}=${quantity(row[`param${i}_value`], row[`param${i}_uom_code`])}`);
  }
  return [row.code, row.name, row.method_code, values.join(',')].join('|');
}

const aliasNames = (table, source) => {
  const names = new Map();
  for (const row of query(
    `select code, alt_name from alias_name where table_name='${table}' and auth_name='EPSG' ${source} order by code, alt_name`,
  )) {
    names.set(Number(row.code), [...(names.get(Number(row.code)) ?? []), row.alt_name]);
  }
  return names;
};
const datumAliases = aliasNames('geodetic_datum', '');
const geographicAliases = aliasNames('geodetic_crs', "and source='ESRI'");
const projectedAliases = aliasNames('projected_crs', "and source='ESRI'");
const clean = (text) => String(text).replaceAll('|', '/');

function write(name, columns, rows) {
  const body = rows.map((row) => `    ${JSON.stringify(row)}`).join(',\n');
  const names = columns.map((column) => JSON.stringify(column));
  const line = `"columns": [${names.join(', ')}],`;
  const head = line.length <= 108 ? line : `"columns": [\n    ${names.join(',\n    ')}\n  ],`;
  writeFileSync(`${folder}/${name}.json`, `{\n  ${head}\n  "rows": [\n${body}\n  ]\n}\n`);
  console.log(`${name}: ${rows.length} rows`);
}

mkdirSync(folder, { recursive: true });

const geodeticRows = ascending(geodetic).map((row) => {
  const kind = { 'geographic 2D': '2', 'geographic 3D': '3', geocentric: 'c' }[row.type];
  const unit = axesOf.get(Number(row.coordinate_system_code))?.[0]?.uom_code ?? 9122;
  const shift = shiftOf(Number(row.datum_code), boxOf('geodetic_crs', row.code));
  const alias = (geographicAliases.get(Number(row.code)) ?? []).map(clean).join(';');
  const angular = kind === 'c' || Number(unit) !== 9105 ? '' : 9105;
  return [
    row.code,
    clean(row.name),
    flag(row),
    kind,
    row.datum_code,
    angular,
    areaOf('geodetic_crs', row.code),
    shift,
    alias,
  ].join('|');
});
const baseShift = new Map(geodeticRows.map((row) => row.split('|')).map((row) => [Number(row[0]), row[7]]));

const projectedRows = ascending(query("select * from projected_crs where auth_name='EPSG'")).map((row) => {
  const conversion = conversions.get(Number(row.conversion_code));
  usedConversions.set(Number(row.conversion_code), conversion);
  const system = Number(row.coordinate_system_code);
  const shift = String(shiftOf(datumOf.get(Number(row.geodetic_crs_code)), boxOf('projected_crs', row.code)));
  return [
    row.code,
    clean(row.name),
    flag(row),
    row.geodetic_crs_code,
    row.conversion_code,
    axesOf.get(system)?.[0]?.uom_code,
    orientation(system),
    areaOf('projected_crs', row.code),
    shift === baseShift.get(Number(row.geodetic_crs_code)) ? '' : shift || '-',
    (projectedAliases.get(Number(row.code)) ?? []).map(clean).join(';'),
  ].join('|');
});

const verticalDatums = byCode(query("select code, name from vertical_datum where auth_name='EPSG'"));
const verticalRows = ascending(query("select * from vertical_crs where auth_name='EPSG'")).map((row) => {
  const axis = axesOf.get(Number(row.coordinate_system_code))?.[0];
  return [
    row.code,
    clean(row.name),
    flag(row),
    row.datum_code,
    clean(verticalDatums.get(Number(row.datum_code))?.name ?? ''),
    axis?.uom_code,
    axis?.orientation === 'down' ? 'd' : 'u',
    areaOf('vertical_crs', row.code),
  ].join('|');
});
const compoundRows = ascending(query("select * from compound_crs where auth_name='EPSG'")).map((row) =>
  [
    row.code,
    clean(row.name),
    flag(row),
    row.horiz_crs_code,
    row.vertical_crs_code,
    areaOf('compound_crs', row.code),
  ].join('|'),
);

const lengthOf = (value, unit) => Number(value) * units.get(Number(unit)).conv_factor;
const ellipsoidRows = ascending(query("select * from ellipsoid where auth_name='EPSG'")).map((row) => {
  const a = lengthOf(row.semi_major_axis, row.uom_code);
  const b = row.semi_minor_axis === null ? '' : lengthOf(row.semi_minor_axis, row.uom_code);
  return [row.code, row.name, a, row.inv_flattening ?? '', b].join('|');
});
const meridianRows = ascending(query("select * from prime_meridian where auth_name='EPSG'")).map((row) =>
  [row.code, row.name, quantity(row.longitude, row.uom_code)].join('|'),
);
const datumRows = ascending(query("select * from geodetic_datum where auth_name='EPSG'")).map((row) =>
  [
    row.code,
    clean(row.name),
    flag(row),
    row.ellipsoid_code,
    row.prime_meridian_code,
    (datumAliases.get(Number(row.code)) ?? []).map(clean).join(';'),
    shiftsOf(Number(row.code)),
  ].join('|'),
);

write('areas', ['name', 'south', 'west', 'north', 'east'], areas.rows);
write(
  'shifts',
  ['tx,ty,tz,rx,ry,rz,s', 'operation', 'accuracy', 'south', 'west', 'north', 'east', 'offshore', 'pivot'],
  shifts.rows,
);
write('ellipsoids', ['code', 'name', 'a', 'inverseFlattening', 'b'], ellipsoidRows);
write('meridians', ['code', 'name', 'longitude'], meridianRows);
write('datums', ['code', 'name', 'deprecated', 'ellipsoid', 'meridian', 'aliases', 'shifts'], datumRows);
write(
  'geodetic',
  ['code', 'name', 'deprecated', 'kind', 'datum', 'angularUnit', 'area', 'shift', 'aliases'],
  geodeticRows,
);
write(
  'conversions',
  ['code', 'name', 'method', 'parameter=value'],
  [...usedConversions.keys()].sort((a, b) => a - b).map((code) => conversionRow(usedConversions.get(code))),
);
write(
  'projected',
  ['code', 'name', 'deprecated', 'base', 'conversion', 'unit', 'axes', 'area', 'shift', 'aliases'],
  projectedRows,
);
write(
  'vertical',
  ['code', 'name', 'deprecated', 'datum', 'datumName', 'unit', 'direction', 'area'],
  verticalRows,
);
write('compound', ['code', 'name', 'deprecated', 'horizontal', 'vertical', 'area'], compoundRows);

import table from './sensors.json' with { type: 'json' };

/** The table's entry of a camera. */
export interface Sensor {
  /** Along the longer side of the full image. */
  readonly widthMm: number;
  /** True for wide lenses that follow no central projection. */
  readonly isFisheye: boolean;
}

type Row = number | { readonly widthMm: number; readonly fisheye: boolean };
const makes: Readonly<Record<string, Readonly<Record<string, Row>>>> = table.makes;

const plain = (text: string) => text.toLowerCase().split('\0', 1)[0]!.replace(/\s+/g, ' ').trim();

/** Company names as cameras write them: `NIKON CORPORATION`, `OLYMPUS IMAGING CORP.`, `SONY`. */
function findMake(make: string): string | null {
  const name = plain(make);
  return (
    Object.keys(makes).find(
      (key) => name === key || name.startsWith(`${key} `) || key.startsWith(`${name} `),
    ) ?? null
  );
}

/** Looks a camera up by its EXIF make and model, in any case, with or without the make before the model. */
export function findSensor(make: string | null, model: string | null): Sensor | null {
  if (!model) return null;
  const key = make ? findMake(make) : null;
  const models = key ? makes[key] : undefined;
  if (!key || !models) return null;
  const name = plain(model);
  const short = [key, ...key.split(' ').slice(0, 1)].find((prefix) => name.startsWith(`${prefix} `));
  const row =
    models[name] ??
    (short ? models[name.slice(short.length + 1)] : undefined) ??
    models[name.replace(/[,_]/g, ' ')];
  if (row === undefined) return null;
  return typeof row === 'number'
    ? { widthMm: row, isFisheye: false }
    : { widthMm: row.widthMm, isFisheye: row.fisheye };
}

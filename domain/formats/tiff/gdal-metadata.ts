import { decodeEntities } from '../xml/entities.ts';

/** What GDAL's metadata tag (42112) says of one band. */
export interface BandMetadata {
  unit?: string;
  description?: string;
  scale?: number;
  offset?: number;
  colour?: string;
}

/**
 * Reads the band facts of the XML in tag 42112: `<Item name=… sample="0" role="unittype">metre</Item>`. Items without
 * a band, and roles not listed, are ignored.
 */
export function parseGdalMetadata(xml: string): Map<number, BandMetadata> {
  const bands = new Map<number, BandMetadata>();
  for (const [, attributes, content] of xml.matchAll(/<Item\s([^<>]*)>([^<]*)<\/Item>/g)) {
    const sample = /\bsample="(\d+)"/.exec(attributes!)?.[1];
    const role = /\brole="(\w+)"/.exec(attributes!)?.[1];
    if (sample === undefined || role === undefined) continue;
    const band = bands.get(Number(sample)) ?? {};
    applyRole(band, role, decodeEntities(content!));
    bands.set(Number(sample), band);
  }
  return bands;
}

/** Name of the item with the spacing of the points that heights come from. */
export const pointSpacingItem = 'POINT_SPACING';

/**
 * Mean plan spacing of the points that a model's heights come from, horizontal unit; null where the XML does not
 * state it.
 */
export function parsePointSpacing(xml: string): number | null {
  const item = `<Item name="${pointSpacingItem}">`;
  const at = xml.indexOf(item);
  const spacing = at < 0 ? 0 : Number(xml.slice(at + item.length, xml.indexOf('<', at + item.length)));
  return Number.isFinite(spacing) && spacing > 0 ? spacing : null;
}

function applyRole(band: BandMetadata, role: string, value: string): void {
  if (role === 'unittype') band.unit = value;
  else if (role === 'description') band.description = value;
  else if (role === 'scale' && Number.isFinite(Number(value))) band.scale = Number(value);
  else if (role === 'offset' && Number.isFinite(Number(value))) band.offset = Number(value);
  else if (role === 'colorinterp') band.colour = value.toLowerCase();
}

import { AppError } from '../../errors/app-error.ts';
import { scanXmlText } from '../xml/scan-xml.ts';

/** What GDAL's metadata tag (42112) says of one band. */
export interface BandMetadata {
  unit?: string;
  description?: string;
  scale?: number;
  offset?: number;
  colour?: string;
}

interface Item {
  readonly attributes: ReadonlyMap<string, string>;
  text: string;
}

/** The `<Item>` elements of the XML in tag 42112; of damaged XML those before the damage. */
function itemsOf(xml: string): Item[] {
  const items: Item[] = [];
  let open: Item | null = null;
  try {
    scanXmlText(xml, 'GDAL_METADATA', {
      open: (name, attributes) => {
        open = name === 'Item' ? { attributes, text: '' } : null;
      },
      text: (text) => {
        if (open) open.text += text;
      },
      close: () => {
        if (open) items.push(open);
        open = null;
      },
      wantsText: () => open !== null,
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
  return items;
}

/**
 * Reads the band facts of the XML in tag 42112: `<Item name=… sample="0" role="unittype">metre</Item>`. Items without
 * a band, and roles not listed, are ignored.
 */
export function parseGdalMetadata(xml: string): Map<number, BandMetadata> {
  const bands = new Map<number, BandMetadata>();
  for (const { attributes, text } of itemsOf(xml)) {
    const sample = attributes.get('sample');
    const role = attributes.get('role');
    if (sample === undefined || role === undefined || !/^\d+$/.test(sample)) continue;
    const band = bands.get(Number(sample)) ?? {};
    applyRole(band, role, text);
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
  const item = itemsOf(xml).find(({ attributes }) => attributes.get('name') === pointSpacingItem);
  const spacing = Number(item?.text ?? 0);
  return Number.isFinite(spacing) && spacing > 0 ? spacing : null;
}

function applyRole(band: BandMetadata, role: string, value: string): void {
  if (role === 'unittype') band.unit = value;
  else if (role === 'description') band.description = value;
  else if (role === 'scale' && Number.isFinite(Number(value))) band.scale = Number(value);
  else if (role === 'offset' && Number.isFinite(Number(value))) band.offset = Number(value);
  else if (role === 'colorinterp') band.colour = value.toLowerCase();
}

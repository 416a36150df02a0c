/** White-label variants, chosen by host name. */
export const brands = ['plumbline', 'carlson', 'unifli'] as const;

export type Brand = (typeof brands)[number];

/** Themes a person may choose; the experimental one is for the default brand in super view only. */
export const themes = ['light', 'dark', 'experimental-dark'] as const;

export type Theme = (typeof themes)[number];

/** The brand a host name means; the default brand unless the name carries another's. */
export function brandForHost(hostname: string): Brand {
  const name = hostname.toLowerCase();
  return brands.find((brand) => brand !== 'plumbline' && name.includes(brand)) ?? 'plumbline';
}

/** Themes offered for a brand. */
export function themesOf(brand: Brand, isSuperView: boolean): readonly Theme[] {
  if (brand === 'plumbline' && isSuperView) return themes;
  return ['light', 'dark'];
}

/** Interface languages in the order they are offered; en-US is the reference. */
export const localeNames = [
  'en-US',
  'en-UK',
  'pl-PL',
  'it-IT',
  'es-ES',
  'hu-HU',
  'zh-CN',
  'da-DK',
  'nl-NL',
] as const;

export type LocaleName = (typeof localeNames)[number];

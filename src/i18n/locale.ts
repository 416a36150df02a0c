/** Locales that have texts, with their own names. The reference comes first. */
export const locales = { 'en-US': 'English (US)' } as const;

export type Locale = keyof typeof locales;

const isLocale = (value: string | null): value is Locale => value !== null && Object.hasOwn(locales, value);

/** The key under which the chosen locale is kept (spec part 1, section 1). */
export const localeStorageKey = 'locale';

/**
 * Chooses the locale: the `locale` query parameter of an embedded view, else the saved one, else the first of the
 * browser's languages that is supported by itself or by its language part, else en-US.
 */
export function chooseLocale(
  query: string | null,
  saved: string | null,
  languages: readonly string[],
): Locale {
  if (isLocale(query)) return query;
  if (isLocale(saved)) return saved;
  for (const language of languages) {
    if (isLocale(language)) return language;
    const base = language.split('-')[0];
    const near = (Object.keys(locales) as Locale[]).find((locale) => locale.split('-')[0] === base);
    if (near !== undefined) return near;
  }
  return 'en-US';
}

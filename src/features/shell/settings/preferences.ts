import { proxy, subscribe } from 'valtio';
import { type Brand, brandForHost, brands } from '#contract/brands.ts';

export const themeNames = ['light', 'dark'] as const;

export type ThemeName = (typeof themeNames)[number];

export interface Preferences {
  theme: ThemeName;
}

const themeKey = 'theme';

const isTheme = (value: string | null): value is ThemeName =>
  value !== null && (themeNames as readonly string[]).includes(value);

/** Reads the theme: the query parameter of an embedded view, else the saved one, else what the system prefers. */
export function readTheme(query: string | null, saved: string | null, systemIsDark: boolean): ThemeName {
  if (isTheme(query)) return query;
  if (isTheme(saved)) return saved;
  return systemIsDark ? 'dark' : 'light';
}

/** Reads the brand: the `whiteLabel` query parameter of an embedded view, else the one of the host name. */
export function readBrand(query: string | null, hostname: string): Brand {
  return brands.find((brand) => brand === query) ?? brandForHost(hostname);
}

/** The user's preferences for this browser; write to it to change them. */
export const preferences = proxy<Preferences>({ theme: 'light' });

/** Loads the preferences, applies theme and brand to the page and stores later changes in local storage. */
export function startPreferences(page: Window): () => void {
  const query = new URLSearchParams(page.location.search);
  page.document.documentElement.dataset['brand'] = readBrand(query.get('whiteLabel'), page.location.hostname);
  const systemIsDark = page.matchMedia('(prefers-color-scheme: dark)').matches;
  preferences.theme = readTheme(query.get(themeKey), page.localStorage.getItem(themeKey), systemIsDark);
  const show = () => {
    page.document.documentElement.dataset['theme'] = preferences.theme;
  };
  show();
  return subscribe(
    preferences,
    () => {
      show();
      page.localStorage.setItem(themeKey, preferences.theme);
    },
    true,
  );
}

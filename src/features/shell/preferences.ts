import { proxy, subscribe } from 'valtio';

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

/** What the person chose for this browser; write to it to change it. */
export const preferences = proxy<Preferences>({ theme: 'light' });

/** Loads the preferences, shows the theme on the page and keeps later changes in local storage. */
export function startPreferences(page: Window): () => void {
  const query = new URLSearchParams(page.location.search).get(themeKey);
  const systemIsDark = page.matchMedia('(prefers-color-scheme: dark)').matches;
  preferences.theme = readTheme(query, page.localStorage.getItem(themeKey), systemIsDark);
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

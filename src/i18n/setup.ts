import i18next, { type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Locale } from './locale.ts';

const loaders: Record<Locale, () => Promise<{ default: Record<string, string> }>> = {
  'en-US': () => import('#locales/en-US.json'),
};

/** After this long the app shows without its texts, with a warning (spec part 1, section 9). */
export const translationTimeoutMs = 10_000;

/**
 * Starts the translations and resolves with the instance when the texts of `locale` are there, or after
 * `translationTimeoutMs` without them. Keys are flat: dots and colons in them mean nothing.
 */
export async function startTranslations(locale: Locale): Promise<i18n> {
  const instance = i18next.createInstance();
  await instance.use(initReactI18next).init({
    lng: locale,
    fallbackLng: 'en-US',
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
    react: { useSuspense: false, bindI18nStore: 'added' },
    resources: {},
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), translationTimeoutMs);
  });
  const loaded = loadTexts(instance, locale).then(() => 'loaded' as const);
  const outcome = await Promise.race([loaded, timeout]);
  clearTimeout(timer);
  if (outcome === 'late') {
    console.warn(`The texts for ${locale} did not come within ${translationTimeoutMs / 1000} s.`);
  }
  return instance;
}

async function loadTexts(instance: i18n, locale: Locale): Promise<void> {
  try {
    const texts = await loaders[locale]();
    instance.addResourceBundle(locale, 'translation', texts.default);
  } catch (error) {
    console.warn(`The texts for ${locale} could not be loaded.`, error);
  }
}

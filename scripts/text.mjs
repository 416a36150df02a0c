/**
 * Keeps the locale files: sorted keys, the same keys in every locale.
 *   node scripts/text.mjs set KEY TEXT     sets the English text
 *   node scripts/text.mjs set KEY TEXT LOCALE
 *   node scripts/text.mjs check            exits 1 where locales differ from en-US in keys, order or placeholders
 */
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

const folder = 'locales';
const reference = 'en-US';
const read = (locale) => JSON.parse(readFileSync(`${folder}/${locale}.json`, 'utf8'));

function write(locale, texts) {
  const sorted = Object.fromEntries(Object.entries(texts).sort(([a], [b]) => (a < b ? -1 : 1)));
  const draft = `${folder}/.${locale}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(sorted, null, 2)}\n`);
  renameSync(draft, `${folder}/${locale}.json`);
}

const placeholders = (text) =>
  [...text.matchAll(/\{\{\s*([\w.]+)/g)]
    .map((match) => match[1])
    .sort()
    .join();

function check() {
  const english = read(reference);
  const keys = Object.keys(english);
  const faults = [];
  const locales = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -5));
  for (const locale of locales) {
    const texts = read(locale);
    if (Object.keys(texts).join() !== [...keys].sort().join()) {
      const missing = keys.filter((key) => !(key in texts));
      const extra = Object.keys(texts).filter((key) => !(key in english));
      faults.push(
        `${locale}: keys differ from ${reference}: missing [${missing}], extra [${extra}], or not sorted`,
      );
    }
    for (const key of keys) {
      if (texts[key] === '') faults.push(`${locale}: ${key} is empty`);
      if (key in texts && placeholders(texts[key]) !== placeholders(english[key])) {
        faults.push(`${locale}: ${key} has other placeholders than ${reference}`);
      }
    }
  }
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exit(1);
  console.log(`${locales.length} locale(s), ${keys.length} texts each`);
}

const [verb, key, text, locale = reference] = process.argv.slice(2);
if (verb === 'set' && key && text) write(locale, { ...read(locale), [key]: text });
else if (verb === 'check') check();
else {
  console.error('usage: text.mjs set KEY TEXT [LOCALE] | check');
  process.exit(2);
}

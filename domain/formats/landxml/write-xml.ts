import { escapeXml } from '../xml/escape.ts';

/** Attributes of a tag, escaped. */
export function xmlAttributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}="${escapeXml(String(value))}"`)
    .join(' ');
}

import type { ExchangeStyle } from '../exchange-model.ts';
import { millimetresPerPixel } from './styles.ts';

/** Opacity of the inside of areas beside that of their lines. */
const fillOpacity = 0.25;

/** The parts of a `Style` of a look: its icon, lines and areas in one colour. */
export function styleText({ colour = '#ffffff', lineWeight, transparency = 0 }: ExchangeStyle): string {
  const opacity = 1 - transparency;
  const line = `<color>${kmlColour(colour, opacity)}</color>`;
  const width =
    lineWeight === undefined
      ? ''
      : `<width>${String(Number((lineWeight / millimetresPerPixel).toPrecision(6)))}</width>`;
  return [
    `<IconStyle>${line}</IconStyle>`,
    `<LineStyle>${line}${width}</LineStyle>`,
    `<PolyStyle><color>${kmlColour(colour, fillOpacity * opacity)}</color></PolyStyle>`,
  ].join('');
}

/** Opacity, blue, green, red. */
function kmlColour(colour: string, opacity: number): string {
  const [red, green, blue] = [colour.slice(1, 3), colour.slice(3, 5), colour.slice(5, 7)];
  const alpha = Math.round(255 * Math.min(1, Math.max(0, opacity)));
  return `${alpha.toString(16).padStart(2, '0')}${blue}${green}${red}`.toLowerCase();
}

/** The block that draws a symbol of the library. */
export function symbolBlockName(symbol: string): string {
  return `PLUMBLINE_${symbol}`;
}

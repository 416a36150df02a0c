/**
 * Adaptive models of the range coder in which a chunk table is written (A. Said, HP Labs HPL-2004-76). Plain and
 * short: a table has a few thousand entries. Points are coded by the `laz` kernel, which has its own.
 */

/** Cumulative frequencies of symbols, 15 bits. */
export interface SymbolModel {
  readonly frequencies: Uint32Array;
  readonly counts: Uint32Array;
  total: number;
  cycle: number;
  untilUpdate: number;
}

/** Probability of a zero bit, 13 bits. */
export interface BitModel {
  zeros: number;
  total: number;
  zeroFrequency: number;
  cycle: number;
  untilUpdate: number;
}

const maxTotal = 1 << 15;

function updateSymbolModel(model: SymbolModel): void {
  model.total += model.cycle;
  if (model.total > maxTotal) {
    model.total = 0;
    for (const [symbol, count] of model.counts.entries()) {
      model.counts[symbol] = (count + 1) >> 1;
      model.total += model.counts[symbol]!;
    }
  }
  const scale = Math.floor(0x8000_0000 / model.total);
  let sum = 0;
  for (const [symbol, count] of model.counts.entries()) {
    model.frequencies[symbol] = Math.floor((scale * sum) / 65_536);
    sum += count;
  }
  model.cycle = Math.min((5 * model.cycle) >> 2, (model.counts.length + 6) << 3);
  model.untilUpdate = model.cycle;
}

/** A model of `symbols` equally likely symbols. */
export function createSymbolModel(symbols: number): SymbolModel {
  const model = {
    frequencies: new Uint32Array(symbols),
    counts: new Uint32Array(symbols).fill(1),
    total: 0,
    cycle: symbols,
    untilUpdate: 0,
  };
  updateSymbolModel(model);
  model.cycle = (symbols + 6) >> 1;
  model.untilUpdate = model.cycle;
  return model;
}

/** Counts a symbol; the frequencies follow from time to time. */
export function countSymbol(model: SymbolModel, symbol: number): void {
  model.counts[symbol]!++;
  if (--model.untilUpdate === 0) updateSymbolModel(model);
}

/** A model of even odds. */
export function createBitModel(): BitModel {
  return { zeros: 1, total: 2, zeroFrequency: 1 << 12, cycle: 4, untilUpdate: 4 };
}

/** Counts a bit; the probability follows from time to time. */
export function countBit(model: BitModel, bit: number): void {
  if (bit === 0) model.zeros++;
  if (--model.untilUpdate > 0) return;
  model.total += model.cycle;
  if (model.total > 1 << 13) {
    model.total = (model.total + 1) >> 1;
    model.zeros = (model.zeros + 1) >> 1;
    if (model.zeros === model.total) model.total++;
  }
  model.zeroFrequency = Math.floor((model.zeros * Math.floor(0x8000_0000 / model.total)) / 2 ** 18);
  model.cycle = Math.min((5 * model.cycle) >> 2, 64);
  model.untilUpdate = model.cycle;
}

/** Models of a coder of 32-bit integers by prediction. */
export interface IntegerModels {
  /** Number of bits of the correction, one model a context. */
  readonly bits: readonly SymbolModel[];
  readonly zeroOrOne: BitModel;
  /** Upper eight bits of a correction of k bits, at k - 1. */
  readonly correctors: readonly SymbolModel[];
}

export function createIntegerModels(contexts: number): IntegerModels {
  return {
    bits: Array.from({ length: contexts }, () => createSymbolModel(33)),
    zeroOrOne: createBitModel(),
    correctors: Array.from({ length: 32 }, (_, index) => createSymbolModel(1 << Math.min(index + 1, 8))),
  };
}

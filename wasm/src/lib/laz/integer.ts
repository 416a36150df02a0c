/**
 * Coder of integers by prediction: the number of bits k of the correction is coded with a model of the caller's
 * context, its upper eight bits with a model of k, the rest uncoded. Memory layout:
 *   bit model (k = 0), whose spare word at `LAST_K` holds the last k;
 *   one model of k for each context; models of the upper bits for k = 1 … corrector bits.
 */
import { decodeBit, decodeBitNumber, decodeSymbol, readBits } from './decoder';
import { encodeBit, encodeSymbol, writeBits } from './encoder';
import { BIT_MODEL_SIZE, initBitModel, initModel } from './model';

const LAST_K: usize = 32;
const K_MODEL_SIZE: usize = 256;
const CORRECTOR_SIZE: usize = 1088;

/** Bytes of a coder of `bits` (16 or 32) with the given number of contexts. */
@inline
export function integerSize(bits: usize, contexts: usize): usize {
  return BIT_MODEL_SIZE + contexts * K_MODEL_SIZE + bits * CORRECTOR_SIZE;
}

/** Resets a coder to its initial state. */
export function initInteger(c: usize, bits: u32, contexts: u32): void {
  initBitModel(c);
  store<u32>(c, 0, LAST_K);
  const numbers = c + BIT_MODEL_SIZE;
  // blocks after the last symbol have no value below any code value, so that `decodeBitNumber` may compare them
  memory.fill(numbers, 0xff, <usize>contexts * K_MODEL_SIZE);
  for (let i: u32 = 0; i < contexts; i++) initModel(numbers + <usize>i * K_MODEL_SIZE, bits + 1);
  const correctors = c + BIT_MODEL_SIZE + contexts * K_MODEL_SIZE;
  for (let k: u32 = 1; k <= bits; k++) initModel(correctors + (k - 1) * CORRECTOR_SIZE, 1 << min(k, 8));
}

/** Number of bits of the last correction. */
@inline
export function lastBits(c: usize): u32 {
  return load<u32>(c, LAST_K);
}

/** Decodes a correction; the coder has `contexts` contexts, `context` is the one in use. */
export function decodeCorrection(d: usize, c: usize, contexts: usize, context: usize): i32 {
  const k = decodeBitNumber(d, c + BIT_MODEL_SIZE + context * K_MODEL_SIZE);
  store<u32>(c, k, LAST_K);
  if (k === 0) return decodeBit(d, c);
  if (k === 32) return i32.MIN_VALUE;
  const corrector = c + BIT_MODEL_SIZE + contexts * K_MODEL_SIZE + (k - 1) * CORRECTOR_SIZE;
  let value = decodeSymbol(d, corrector);
  if (k > 8) value = (value << (k - 8)) | readBits(d, k - 8);
  return value >> (k - 1) ? value + 1 : value - ((1 << k) - 1);
}

/** Decodes a 32-bit integer near `prediction`. */
@inline
export function decodeInteger(d: usize, c: usize, contexts: usize, context: usize, prediction: i32): i32 {
  return prediction + decodeCorrection(d, c, contexts, context);
}

/** Decodes a 16-bit integer near `prediction`; the result is 0 … 65535. */
@inline
export function decodeShort(d: usize, c: usize, contexts: usize, context: usize, prediction: i32): u32 {
  return (prediction + decodeCorrection(d, c, contexts, context)) & 0xffff;
}

/** Encodes a correction. */
function encodeCorrection(e: usize, c: usize, contexts: usize, context: usize, correction: i32): void {
  const magnitude: u32 = correction <= 0 ? -correction : correction - 1;
  const k: u32 = 32 - clz(magnitude);
  store<u32>(c, k, LAST_K);
  encodeSymbol(e, c + BIT_MODEL_SIZE + context * K_MODEL_SIZE, k);
  if (k === 0) {
    encodeBit(e, c, correction);
    return;
  }
  if (k === 32) return;
  const value: u32 = correction > 0 ? correction - 1 : correction + ((1 << k) - 1);
  const corrector = c + BIT_MODEL_SIZE + contexts * K_MODEL_SIZE + (k - 1) * CORRECTOR_SIZE;
  if (k <= 8) {
    encodeSymbol(e, corrector, value);
    return;
  }
  const plain = k - 8;
  encodeSymbol(e, corrector, value >> plain);
  writeBits(e, plain, value & ((1 << plain) - 1));
}

/** Encodes a 32-bit integer near `prediction`. */
@inline
export function encodeInteger(e: usize, c: usize, contexts: usize, context: usize, prediction: i32, real: i32): void {
  encodeCorrection(e, c, contexts, context, real - prediction);
}

/** Encodes a 16-bit integer near `prediction`, both by their low 16 bits. */
@inline
export function encodeShort(e: usize, c: usize, contexts: usize, context: usize, prediction: i32, real: i32): void {
  encodeCorrection(e, c, contexts, context, <i32>(<i16>(real - prediction)));
}

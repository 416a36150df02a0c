/**
 * Memory of one scanner channel's context of formats 6 to 8: predictions, then the models of each layer, so that only
 * those of the layers in use are initialised for a chunk.
 */
import { COLOUR_MODELS_SIZE, INFRARED_MODELS_SIZE, initColourModels, initInfraredModels } from './colour';
import { GPS_CONTEXTS, GPS_FIRST_SYMBOLS, GPS_MULTIPLE_SYMBOLS, startGps } from './gps';
import { initInteger, integerSize } from './integer';
import { MEDIAN_SIZE } from './median';
import { initModel, initModels } from './model';

export const POINT14_LENGTH: usize = 30;

/** Layers in the order of the chunk; bit i of a mask is layer i. Extra bytes follow, one layer each. */
export const XY: u32 = 0;
export const Z: u32 = 1;
export const CLASS: u32 = 2;
export const FLAGS: u32 = 3;
export const INTENSITY: u32 = 4;
export const ANGLE: u32 = 5;
export const USER_DATA: u32 = 6;
export const SOURCE: u32 = 7;
export const GPS: u32 = 8;
export const COLOUR: u32 = 9;
export const INFRARED: u32 = 10;
export const FIXED_LAYERS: u32 = 11;
/** Bit of all layers of extra bytes. */
export const EXTRA_BIT: u32 = 1 << FIXED_LAYERS;

/** u32: whether the time changed at the last point of this channel. */
export const TIME_CHANGED: usize = 32;
export const INTENSITIES: usize = 40;
export const HEIGHTS: usize = 64;
export const GPS_STATE: usize = 96;
export const LAST_COLOUR: usize = 176;
export const LAST_INFRARED: usize = 184;
export const X_MEDIANS: usize = 192;
export const Y_MEDIANS: usize = X_MEDIANS + 12 * MEDIAN_SIZE;
const STATE_END: usize = 1024;

export const BYTE_MODEL: usize = 1088;
export const CHANGES_MODEL: usize = 576;
export const SMALL_MODEL: usize = 128;
export const FLAGS_MODEL: usize = 320;

export const CHANGES: usize = STATE_END;
export const CHANNEL: usize = CHANGES + 8 * CHANGES_MODEL;
export const RETURNS: usize = CHANNEL + SMALL_MODEL;
export const NUMBER: usize = RETURNS + 16 * SMALL_MODEL;
export const NUMBER_SAME_TIME: usize = NUMBER + 16 * SMALL_MODEL;
export const DX: usize = NUMBER_SAME_TIME + SMALL_MODEL;
export const DY: usize = DX + integerSize(32, 2);
export const Z_CODER: usize = DY + integerSize(32, 22);
export const CLASSES: usize = Z_CODER + integerSize(32, 20);
export const FLAG_MODELS: usize = CLASSES + 64 * BYTE_MODEL;
export const INTENSITY_CODER: usize = FLAG_MODELS + 64 * FLAGS_MODEL;
export const ANGLE_CODER: usize = INTENSITY_CODER + integerSize(16, 4);
export const USER_MODELS: usize = ANGLE_CODER + integerSize(16, 2);
export const SOURCE_CODER: usize = USER_MODELS + 64 * BYTE_MODEL;
export const GPS_FIRST: usize = SOURCE_CODER + integerSize(16, 1);
export const GPS_MULTIPLES: usize = GPS_FIRST + SMALL_MODEL;
export const GPS_CODER: usize = GPS_MULTIPLES + 128 + 33 * 64;
export const COLOUR_MODELS: usize = GPS_CODER + integerSize(32, GPS_CONTEXTS);
export const INFRARED_MODELS: usize = COLOUR_MODELS + COLOUR_MODELS_SIZE;
export const CONTEXT_SIZE: usize = INFRARED_MODELS + INFRARED_MODELS_SIZE;

/** Builds a fresh context, the template of all others. */
export function initContext(c: usize): void {
  memory.fill(c, 0, STATE_END);
  initModels(c + CHANGES, 8, 128);
  initModel(c + CHANNEL, 3);
  initModels(c + RETURNS, 32, 16);
  initModel(c + NUMBER_SAME_TIME, 13);
  initInteger(c + DX, 32, 2);
  initInteger(c + DY, 32, 22);
  initInteger(c + Z_CODER, 32, 20);
  initModels(c + CLASSES, 64, 256);
  initModels(c + FLAG_MODELS, 64, 64);
  initInteger(c + INTENSITY_CODER, 16, 4);
  initInteger(c + ANGLE_CODER, 16, 2);
  initModels(c + USER_MODELS, 64, 256);
  initInteger(c + SOURCE_CODER, 16, 1);
  initModel(c + GPS_FIRST, GPS_FIRST_SYMBOLS);
  initModel(c + GPS_MULTIPLES, GPS_MULTIPLE_SYMBOLS);
  initInteger(c + GPS_CODER, 32, GPS_CONTEXTS);
  initColourModels(c + COLOUR_MODELS);
  initInfraredModels(c + INFRARED_MODELS);
}

@inline
function copyPart(c: usize, template: usize, from: usize, to: usize): void {
  memory.copy(c + from, template + from, to - from);
}

/** Initialises the context at `c` for the layers of `mask`, with the 30 bytes at `record` as its last point. */
export function startContext(c: usize, template: usize, record: usize, mask: u32): void {
  copyPart(c, template, TIME_CHANGED, LAST_COLOUR);
  copyPart(c, template, X_MEDIANS, Z_CODER);
  if (mask & (1 << Z)) copyPart(c, template, Z_CODER, CLASSES);
  if (mask & (1 << CLASS)) copyPart(c, template, CLASSES, FLAG_MODELS);
  if (mask & (1 << FLAGS)) copyPart(c, template, FLAG_MODELS, INTENSITY_CODER);
  if (mask & (1 << INTENSITY)) copyPart(c, template, INTENSITY_CODER, ANGLE_CODER);
  if (mask & (1 << ANGLE)) copyPart(c, template, ANGLE_CODER, USER_MODELS);
  if (mask & (1 << USER_DATA)) copyPart(c, template, USER_MODELS, SOURCE_CODER);
  if (mask & (1 << SOURCE)) copyPart(c, template, SOURCE_CODER, GPS_FIRST);
  if (mask & (1 << GPS)) copyPart(c, template, GPS_FIRST, COLOUR_MODELS);
  memory.copy(c, record, POINT14_LENGTH);
  v128.store(c, i16x8.splat(load<i16>(record, 12)), INTENSITIES);
  v128.store(c, i32x4.splat(load<i32>(record, 8)), HEIGHTS);
  v128.store(c, i32x4.splat(load<i32>(record, 8)), HEIGHTS + 16);
  startGps(c + GPS_STATE, load<i64>(record, 22));
}

/** Initialises the colour and infrared models of the context at `c` whose layers are in `mask`. */
export function startColours(c: usize, template: usize, mask: u32): void {
  if (mask & (1 << COLOUR)) copyPart(c, template, COLOUR_MODELS, INFRARED_MODELS);
  if (mask & (1 << INFRARED)) copyPart(c, template, INFRARED_MODELS, CONTEXT_SIZE);
}

import type { PhotoEngine } from '#contract/rules/engines.ts';
import type { ProjectSettings } from '#contract/schemas/project.ts';

const numberSettings = [
  'ortho_gsd_multiplier',
  'dem_gsd_multiplier',
  'surface_model_scale',
  'resolution',
  'contour_interval',
] as const;
const flagSettings = [
  'run_dense_unclustered',
  'use_unreconstructed_cameras',
  'pause_to_add_gcps',
  'reclassify_ground',
] as const;

export type NumberSetting = (typeof numberSettings)[number];
export type FlagSetting = (typeof flagSettings)[number];

/** Kind of input of a project, and the engine that processes photos. */
export type ProcessedBy = 'lidar' | PhotoEngine;

/** The settings that each engine supports; others are not offered. */
export const supportedSettings: Readonly<
  Record<ProcessedBy, { readonly numbers: readonly NumberSetting[]; readonly flags: readonly FlagSetting[] }>
> = {
  lidar: { numbers: ['resolution', 'contour_interval'], flags: ['reclassify_ground'] },
  builtin: {
    numbers: ['ortho_gsd_multiplier', 'dem_gsd_multiplier', 'surface_model_scale', 'contour_interval'],
    flags: ['run_dense_unclustered', 'use_unreconstructed_cameras', 'pause_to_add_gcps'],
  },
  colmap: {
    numbers: ['ortho_gsd_multiplier', 'dem_gsd_multiplier', 'surface_model_scale', 'contour_interval'],
    flags: ['run_dense_unclustered', 'use_unreconstructed_cameras', 'pause_to_add_gcps'],
  },
  nodeodm: { numbers: ['ortho_gsd_multiplier', 'dem_gsd_multiplier'], flags: [] },
};

/** Settings as typed; empty or missing ones use the program's defaults. */
export interface SettingsDraft {
  readonly numbers: Readonly<Partial<Record<NumberSetting, string>>>;
  readonly flags: Readonly<Partial<Record<FlagSetting, boolean>>>;
}

export const emptyDraft: SettingsDraft = { numbers: {}, flags: {} };

export type SettingFault = 'validation.mustBeNumeric' | 'validation.moreThan0';

/** Parsed settings and validation errors. */
export interface SettingsReading {
  readonly settings: ProjectSettings;
  readonly faults: Readonly<Partial<Record<NumberSetting, SettingFault>>>;
}

/** Parses those settings of a draft that the engine supports. */
export function readSettings(draft: SettingsDraft, by: ProcessedBy): SettingsReading {
  const settings: Partial<Record<NumberSetting, number> & Record<FlagSetting, boolean>> = {};
  const faults: Partial<Record<NumberSetting, SettingFault>> = {};
  const { numbers, flags } = supportedSettings[by];
  for (const name of numbers) {
    const text = (draft.numbers[name] ?? '').trim();
    if (text === '') continue;
    const value = Number(text);
    if (!Number.isFinite(value)) faults[name] = 'validation.mustBeNumeric';
    else if (value <= 0) faults[name] = 'validation.moreThan0';
    else settings[name] = value;
  }
  for (const name of flags) if (draft.flags[name]) settings[name] = true;
  return { settings, faults };
}

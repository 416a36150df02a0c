import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, it } from 'vitest';

const validator = '/usr/lib/python3/dist-packages/osgeo_utils/samples/validate_cloud_optimized_geotiff.py';

function answers(command: string): boolean {
  return spawnSync(command, ['--version'], { encoding: 'utf8' }).status === 0;
}

/** True where Debian's gdal-bin is installed: the independent reader of what we write. */
export const hasGdal = answers('gdalinfo') && answers('ogrinfo');

/** A `describe` that is skipped with the reason where GDAL's tools are not installed; its body is not run then. */
export function describeWithGdal(name: string, body: () => void): void {
  if (hasGdal) describe(name, body);
  else it.skip(`${name} (gdal-bin is not installed)`);
}

function runTool(command: string, args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (error || status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error ?? stderr}`);
  return stdout;
}

/** Runs one of GDAL's tools and returns its standard output; throws with its error output when it fails. */
export function gdal(command: string, ...args: string[]): string {
  return runTool(command, args);
}

/** `gdalinfo -json`, parsed. */
export function gdalInfo(path: string, ...options: string[]): GdalInfo {
  return JSON.parse(runTool('gdalinfo', ['-json', ...options, path]));
}

/** The parts of gdalinfo's output that tests use. */
export interface GdalInfo {
  size: [number, number];
  geoTransform: number[];
  coordinateSystem?: { wkt: string };
  metadata: Record<string, Record<string, string>>;
  bands: {
    type: string;
    block: [number, number];
    noDataValue?: number | string;
    checksum?: number;
    colorInterpretation: string;
    unit?: string;
    overviews?: { size: [number, number]; checksum?: number }[];
    mask?: { flags: string[]; overviews?: { size: [number, number] }[] };
  }[];
}

/** GDAL's validation of a COG: its output, or null where its Python samples are not installed. */
export function validateCog(path: string): string | null {
  if (!existsSync(validator)) return null;
  const run = spawnSync('/usr/bin/python3', [validator, '--full-check=yes', path], { encoding: 'utf8' });
  return run.stdout + run.stderr;
}

/** A folder that is removed after the tests of the file. */
export function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

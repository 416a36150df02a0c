import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const { floors } = createRequire(import.meta.url)('../../scripts/floors.cjs') as {
  floors: Readonly<Record<string, readonly (readonly string[])[]>>;
};

interface Arrow {
  readonly room: string;
  readonly from: string;
  readonly to: string;
}

interface Violation {
  readonly from: string;
  readonly to: string;
  readonly rule: { readonly name: string };
}

/** A file of a place; where the place has floors of its own, one on the lowest of them. */
function fileOf(room: string, place: string, name: string): string {
  const path = `${room}/${place}`;
  const lowest = floors[path]?.at(-1)?.[0];
  if (lowest !== undefined) return fileOf(path, lowest, name);
  return place.endsWith('.ts') ? path : `${path}/${name}.ts`;
}

/** Judges a house of small files, each with its imports, by the rules of this one. */
function judge(house: string, imports: ReadonlyMap<string, readonly string[]>): Violation[] {
  for (const [file, targets] of imports) {
    mkdirSync(dirname(join(house, file)), { recursive: true });
    const lines = targets.map((target) => {
      const path = relative(dirname(file), target);
      return `import '${path.startsWith('.') ? path : `./${path}`}';`;
    });
    writeFileSync(join(house, file), [...lines, 'export {};', ''].join('\n'));
  }
  writeFileSync(join(house, 'tsconfig.json'), '{"compilerOptions":{"allowImportingTsExtensions":true}}');
  const [program, config] = [
    'node_modules/dependency-cruiser/bin/dependency-cruise.mjs',
    'scripts/boundaries.cjs',
  ];
  const run = spawnSync(
    process.execPath,
    [resolve(program), '--config', resolve(config), '--output-type', 'json', '.'],
    { cwd: house, encoding: 'utf8', maxBuffer: 2 ** 26 },
  );
  const { summary } = JSON.parse(run.stdout) as { summary: { violations: Violation[] } };
  return summary.violations;
}

describe('floors inside rooms', () => {
  const imports = new Map<string, readonly string[]>();
  const up: Arrow[] = [];
  const down: Arrow[] = [];
  let house: string;
  let found: Violation[];

  beforeAll(() => {
    house = mkdtempSync(join(tmpdir(), 'plumbline-floors-'));
    for (const [room, storeys] of Object.entries(floors)) {
      for (const [level, [place]] of storeys.entries()) {
        const [over] = storeys[level - 1] ?? [];
        const [under] = storeys[level + 1] ?? [];
        const target = (other: string) => fileOf(room, other, 'target');
        for (const [name, other, list] of [
          ['up', over, up],
          ['down', under, down],
        ] as const) {
          if (other === undefined || place!.endsWith('.ts')) continue;
          const arrow = { room, from: fileOf(room, place!, `${name}-${basename(room)}`), to: target(other) };
          imports.set(arrow.from, [arrow.to]);
          if (!imports.has(arrow.to)) imports.set(arrow.to, []);
          list.push(arrow);
        }
      }
    }
    imports.set('gpu/labels/beside.ts', ['gpu/picking/target.ts']);
    imports.set('gpu/picking/target.ts', []);
    imports.set('gpu/attic/stray.ts', ['gpu/draw/target.ts']);
    found = judge(house, imports);
  }, 120_000);
  afterAll(() => rmSync(house, { recursive: true, force: true }));

  const floorsBroken = (from: string) =>
    found.filter((each) => each.from === from && each.rule.name.startsWith('floor')).map(({ to }) => to);

  it('have an arrow up in each room that is refused', () => {
    expect(new Set(up.map(({ room }) => room))).toEqual(new Set(Object.keys(floors)));
    for (const { from, to } of up) expect(floorsBroken(from), from).toEqual([to]);
  });

  it('let arrows down pass', () => {
    expect(down.length).toBeGreaterThan(10);
    for (const { from } of down) expect(floorsBroken(from), from).toEqual([]);
  });

  it('keep neighbours apart, and nothing stands on no floor', () => {
    expect(floorsBroken('gpu/labels/beside.ts')).toEqual(['gpu/picking/target.ts']);
    expect(floorsBroken('gpu/attic/stray.ts')).not.toEqual([]);
  });
});

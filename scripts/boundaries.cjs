const { floorRules } = require('./floors.cjs');

/**
 * The arrows of the house: which room may import which. The table is `ARCHITECTURE.md`'s; tests and
 * benches may import anything and are left out.
 */
const rooms = {
  '^domain/': [],
  '^contract/': ['^domain/'],
  '^viewport/': ['^domain/'],
  '^locales/': ['^domain/errors/'],
  '^wasm/bindings/': ['^domain/', '^wasm/build/'],
  '^shaders/': [],
  '^gpu/compute/': ['^shaders/', '^domain/'],
  '^workers/': ['^domain/', '^wasm/(bindings|build)/', '^gpu/compute/'],
  '^gpu/(?!compute)': ['^shaders/', '^gpu/compute/', '^domain/', '^viewport/', '^workers/contract/'],
  '^src/core/': ['^domain/', '^contract/', '^viewport/', '^workers/contract/'],
  '^src/api/': ['^contract/', '^domain/', '^src/core/ports/'],
  '^src/i18n/': ['^locales/'],
  '^src/ui/': ['^locales/', '^src/i18n/'],
  '^src/coordinates/': ['^src/(api|ui|i18n)/', '^contract/', '^domain/'],
  '^src/editor-view/': ['^src/(core|ui|i18n)/', '^domain/'],
  '^src/features/': [
    '^src/(core|api|ui|i18n|coordinates|editor-view)/',
    '^contract/',
    '^domain/',
    '^viewport/',
    '^locales/',
  ],
  '^src/app/': ['^src/', '^gpu/', '^workers/', '^contract/', '^domain/', '^viewport/', '^locales/', '^wasm/'],
  '^server/': ['^domain/', '^contract/', '^workers/(contract|pool|io)/', '^locales/'],
};

const roomRule = ([from, allowed]) => ({
  name: `room ${from}`,
  comment: 'a room imports only what the house table allows',
  severity: 'error',
  from: { path: from },
  to: {
    pathNot: [from, ...allowed, 'node_modules', '^(node:|[a-z@])(?!.*\\.(ts|tsx|json|wasm|wgsl|css)$)'],
    dependencyTypesNot: ['core', 'npm', 'npm-dev', 'npm-optional'],
  },
});

module.exports = {
  forbidden: [
    {
      name: 'one-way-to-libvips',
      comment: 'server/pipeline/image-readers.ts allows only the readers that we name',
      severity: 'error',
      from: { path: '^server/', pathNot: '(\\.test\\.ts$|^server/pipeline/image-readers\\.ts$)' },
      to: { path: 'node_modules/sharp/', dependencyTypesNot: ['type-only'] },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-orphans',
      comment: 'a file that nothing imports is dead; entries are listed here',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: [
          '^(workers/entry|server/cli/main|server/box-entry|bench|src/app/(main|upload-worker)|scripts)',
          '\\.d\\.ts$',
          '\\.config\\.ts$',
        ],
      },
      to: {},
    },
    {
      name: 'unreachable',
      comment: 'code that no entry reaches, by whatever path, is dead',
      severity: 'error',
      from: {
        path: '^(workers/entry/(node|web)|server/(cli/main|box-entry)|src/app/(main|upload-worker))\\.tsx?$',
      },
      to: {
        path: '^(domain|contract|viewport|wasm/bindings|gpu|workers|src|server)/',
        pathNot: '(\\.d\\.ts$|^workers/entry/|^server/(cli/main|box-entry)|^src/app/(main|upload-worker))',
        reachable: false,
      },
    },
    {
      name: 'unresolved',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: ['\\.wasm', 'virtual:'] },
    },
    {
      name: 'feature-islands',
      comment:
        'features meet in src/core, src/ui, src/coordinates, src/editor-view or the router, not in each other',
      severity: 'error',
      from: { path: '^src/features/([^/]+)/' },
      to: { path: '^src/features/', pathNot: '^src/features/$1/' },
    },
    {
      name: 'pipeline-below-its-callers',
      comment:
        'command line and worker call the pipeline, never the other way round; settings of services, texts, version, shutdown and ends of processes are below all',
      severity: 'error',
      from: { path: '^server/pipeline/' },
      to: {
        path: '^server/',
        pathNot:
          '^server/(?:pipeline/|config/service-settings\\.ts|messages\\.ts|runtime/(?:version|worker-shutdown|end-of-process)\\.ts)',
      },
    },
    {
      name: 'production-dependencies',
      severity: 'error',
      from: {
        path: '^(domain|contract|viewport|wasm/bindings|workers|gpu|src|server)/',
        pathNot: '\\.test\\.tsx?$',
      },
      to: { dependencyTypes: ['npm-dev'], pathNot: ['@webgpu/types'] },
    },
    ...Object.entries(rooms).map(roomRule),
    ...floorRules,
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    includeOnly: {
      path: '^(domain|contract|viewport|locales|wasm/bindings|shaders|gpu|workers|src|server|node_modules)/|^node:',
    },
    exclude: { path: '(\\.test\\.tsx?$|^tests/|^bench/|^dist/|^wasm/(src|build)/)' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};

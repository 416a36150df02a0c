/**
 * The floors of each room, from the top: what stands on a floor imports from its own place and from floors below.
 * Places on one floor do not know each other. `ARCHITECTURE.md` says what stands on each.
 */
const floors = {
  domain: [
    ['drawing', 'simulation'],
    ['view'],
    ['photogrammetry', 'ground', 'cloud', 'profile', 'warp'],
    ['formats'],
    ['crs', 'symbols'],
    ['units'],
    ['geometry'],
    ['math', 'errors'],
  ],
  'domain/photogrammetry': [
    ['exchange'],
    ['georeference', 'dense', 'ortho', 'summary', 'quality'],
    ['sfm'],
    ['control'],
    ['adjustment'],
    ['resection'],
    ['two-view', 'tracks', 'matching', 'triangulation', 'flight'],
    ['pairs'],
    ['photos'],
    ['model'],
  ],
  'src/core': [
    ['editor.ts'],
    ['tools'],
    ['commands'],
    ['scene', 'description', 'entry', 'select', 'snap', 'export', 'profile', 'save', 'stations'],
    ['feature-index'],
    ['surface'],
    ['view'],
    ['measure'],
    ['history'],
    ['store'],
    ['state'],
    ['ports'],
  ],
  gpu: [
    ['views'],
    ['layers'],
    ['labels', 'picking'],
    ['streaming'],
    ['engine', 'renderers'],
    ['draw'],
    ['layouts', 'resources'],
    ['errors.ts', 'compute'],
  ],
  server: [
    ['cli'],
    ['start-server.ts', 'box-entry.ts'],
    ['app.ts'],
    ['routes', 'worker'],
    ['plugins'],
    ['services'],
    ['queue'],
    ['box', 'pipeline', 'store', 'db'],
    ['config', 'messages.ts', 'runtime'],
  ],
};

const escaped = (text) => text.replaceAll('.', '\\.');
const pathOf = (room, place) => `^${room}/${place.endsWith('.ts') ? `${escaped(place)}$` : `${place}/`}`;

/** A rule for each place: what it must not import from its room. */
function rulesOf([room, storeys]) {
  return storeys.flatMap((places, level) =>
    places.map((place) => {
      const above = storeys.slice(0, level).flat();
      const beside = places.filter((other) => other !== place);
      return {
        name: `floor ${room}/${place}`,
        comment: 'a floor imports from those below it, never from one above or from its neighbours',
        severity: 'error',
        from: { path: pathOf(room, place) },
        to: { path: [...above, ...beside].map((other) => pathOf(room, other)) },
      };
    }),
  );
}

/** Files that stand in a room and on none of its floors. */
function strayRule([room, storeys]) {
  const known = storeys.flat().map((place) => pathOf(room, place));
  return {
    name: `floor of ${room}`,
    comment: 'whatever stands in a room with floors stands on one of them (scripts/floors.cjs)',
    severity: 'error',
    from: { path: `^${room}/`, pathNot: known },
    to: {},
  };
}

const rooms = Object.entries(floors);

module.exports = {
  floors,
  floorRules: [...rooms.flatMap(rulesOf), ...rooms.map(strayRule)].filter(
    ({ to }) => !Array.isArray(to.path) || to.path.length > 0,
  ),
};

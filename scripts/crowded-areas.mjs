const room = 'src/features/';
const looseLimit = 8;

/**
 * Areas of the screens with more loose files in their root than a listing tells at a glance, one line each. Tests stand
 * beside their source and are not counted.
 */
export function crowdedAreas(paths) {
  const loose = new Map();
  for (const path of paths) {
    const [area, name, ...deeper] = path.startsWith(room) ? path.slice(room.length).split('/') : [];
    if (name === undefined || deeper.length > 0 || /\.test\.tsx?$/.test(name)) continue;
    loose.set(area, (loose.get(area) ?? 0) + 1);
  }
  return [...loose]
    .filter(([, count]) => count > looseLimit)
    .map(([area, count]) => `${room}${area}: ${count} loose files, the limit is ${looseLimit}`);
}

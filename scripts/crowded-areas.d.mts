export function crowdedAreas(paths: readonly string[]): string[];

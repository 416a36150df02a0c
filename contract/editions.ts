/** The two editions of the product. */
export const editions = ['cloud', 'desktop'] as const;

export type Edition = (typeof editions)[number];

/** Features that exist in one edition only; routes, screens and server guards read this table. */
export const editionFeatures = {
  accounts: ['cloud'],
  metering: ['cloud'],
  sharing: ['cloud'],
  emailNotifications: ['cloud'],
  gracePeriod: ['cloud'],
  emailFilter: ['cloud'],
  superView: ['cloud'],
  demos: ['cloud'],
  keepBrowserOpen: ['cloud'],
  license: ['desktop'],
  projectsFolder: ['desktop'],
  zoom: ['desktop'],
  updates: ['desktop'],
  projectCleaning: ['desktop'],
  exportToDisk: ['desktop'],
  peakUsageFigures: ['desktop'],
  canvasAddon: ['desktop'],
  localServices: ['desktop'],
  tiffImages: ['desktop'],
} as const satisfies Record<string, readonly Edition[]>;

export type EditionFeature = keyof typeof editionFeatures;

/** Whether `feature` exists in `edition`. */
export function hasFeature(edition: Edition, feature: EditionFeature): boolean {
  const allowed: readonly Edition[] = editionFeatures[feature];
  return allowed.includes(edition);
}

/** Local ports that mean the cloud edition (spec part 1, section 1). */
export const cloudPorts: readonly number[] = [3000, 5000, 1234];

const localHosts: readonly string[] = ['localhost', '127.0.0.1', '::1', '[::1]'];

/**
 * The edition that an address means when the server has not declared one: on localhost the cloud ports mean
 * cloud and any other port desktop; every other host is cloud.
 */
export function editionForAddress(hostname: string, port: number): Edition {
  if (!localHosts.includes(hostname)) return 'cloud';
  return cloudPorts.includes(port) ? 'cloud' : 'desktop';
}

/** What dropped files are by their names. */
export type SurveyKind = 'lidar' | 'images' | 'mixed' | 'neither';

const extensionOf = (name: string): string => /\.[^.]*$/.exec(name)?.[0].toLowerCase() ?? '';

const lidarExtensions = ['.las', '.laz'];
const imageExtensions = ['.jpg', '.jpeg', '.tif', '.tiff'];
const pointExtensions = ['.txt', '.csv', '.json'];

export const isLidarName = (name: string): boolean => lidarExtensions.includes(extensionOf(name));
export const isImageName = (name: string): boolean => imageExtensions.includes(extensionOf(name));
/** Files that may hold ground control or checkpoints. */
export const isPointFileName = (name: string): boolean => pointExtensions.includes(extensionOf(name));
export const isPrjName = (name: string): boolean => extensionOf(name) === '.prj';

/** For the file chooser. */
export const acceptedFiles = [...lidarExtensions, '.prj', ...imageExtensions, ...pointExtensions].join(',');

/** Which kind of project the files make. */
export function kindOf(files: readonly File[]): SurveyKind {
  const hasLidar = files.some((file) => isLidarName(file.name));
  const hasImages = files.some((file) => isImageName(file.name));
  if (hasLidar && hasImages) return 'mixed';
  if (hasImages) return 'images';
  return hasLidar || files.some((file) => isPrjName(file.name)) ? 'lidar' : 'neither';
}

/** Dropped files by kind, from their names; photos may be accompanied by lidar of the same ground. */
export type SurveyKind = 'lidar' | 'images' | 'neither';

const extensionOf = (name: string): string => /\.[^.]*$/.exec(name)?.[0].toLowerCase() ?? '';

const lidarExtensions = ['.las', '.laz'];
const imageExtensions = ['.jpg', '.jpeg', '.tif', '.tiff'];
const pointExtensions = ['.txt', '.csv', '.json'];

export const isLidarName = (name: string): boolean => lidarExtensions.includes(extensionOf(name));
export const isImageName = (name: string): boolean => imageExtensions.includes(extensionOf(name));
/** Files that may contain ground control or checkpoints. */
export const isPointFileName = (name: string): boolean => pointExtensions.includes(extensionOf(name));
export const isPrjName = (name: string): boolean => extensionOf(name) === '.prj';

/** For the file chooser. */
export const acceptedFiles = [...lidarExtensions, '.prj', ...imageExtensions, ...pointExtensions].join(',');

/** Whether a file is lidar or declares the system of lidar. */
export const isLidarFile = ({ name }: File): boolean => isLidarName(name) || isPrjName(name);

/** Which kind of project the files make. */
export function kindOf(files: readonly File[]): SurveyKind {
  if (files.some((file) => isImageName(file.name))) return 'images';
  return files.some(isLidarFile) ? 'lidar' : 'neither';
}

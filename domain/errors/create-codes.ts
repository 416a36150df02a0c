/** Why files cannot become a project. */
export const createErrorCodes = ['create.not-lidar', 'create.no-points', 'create.mixed-files'] as const;

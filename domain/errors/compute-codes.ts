/** Failures of computing on a graphics card, where that was demanded. */
export const computeErrorCodes = ['compute.unavailable', 'compute.failed'] as const;

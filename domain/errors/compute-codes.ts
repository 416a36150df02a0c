/** Failures of computing on a graphics card, where it was required. */
export const computeErrorCodes = ['compute.unavailable', 'compute.failed'] as const;

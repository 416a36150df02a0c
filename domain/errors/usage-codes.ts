/** Refusals of the metering of processing. */
export const usageErrorCodes = ['usage.used-up'] as const;

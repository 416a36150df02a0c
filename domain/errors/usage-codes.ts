/** Refusals of the metering of processing. */
export const usageErrorCodes = ['usage.unknown-account', 'usage.used-up'] as const;

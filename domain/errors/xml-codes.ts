/** Failures of reading XML of any kind. */
export const xmlErrorCodes = ['xml.not-xml', 'xml.too-deep', 'xml.too-long-tag', 'xml.truncated'] as const;

/** Why a JPEG cannot be decoded; the caller adds the file and the position. */
export class JpegFault extends Error {
  readonly kind: 'damaged' | 'unsupported';

  constructor(kind: 'damaged' | 'unsupported', message: string) {
    super(message);
    this.kind = kind;
  }
}

/** Why a JPEG cannot be decoded; whoever decodes adds the file and the place. */
export class JpegFault extends Error {
  readonly kind: 'damaged' | 'unsupported';

  constructor(kind: 'damaged' | 'unsupported', message: string) {
    super(message);
    this.kind = kind;
  }
}

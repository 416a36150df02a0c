/** Tasks on pictures over the site. */
export interface OverlayTasks {
  /**
   * A PNG, JPEG or WebP as a TIFF of tiles with overviews, without a place: the browser decodes it once, turned as its
   * EXIF says, and it is cut tile by tile. JPEGs stay JPEG, others are kept without loss. Errors: `overlay.bad-image`,
   * `overlay.image-too-large`, `photo.unsupported` outside a browser.
   */
  'overlay.encodeImage': {
    input: { readonly file: Blob; readonly name: string };
    output: { readonly file: Blob; readonly width: number; readonly height: number };
  };
}

/** The parts of Esri's LERC decoder that are used; the package brings no types. */
declare module 'lerc' {
  interface LercImage {
    width: number;
    height: number;
    /** One array a band; interleaved by pixel where one band has several dimensions. */
    pixels: ArrayBufferView<ArrayBuffer>[];
  }
  const lerc: {
    decode(input: ArrayBuffer, options: { returnPixelInterleavedDims: boolean }): LercImage;
  };
  export = lerc;
}

import type { PixelImage } from '#viewport/viewport-types.ts';
import type { ResourceLedger } from '../resources/ledger.ts';

/** Draws into a texture of its own and reads it back. `format` is rgba8unorm or bgra8unorm. */
export async function readTexture(
  ledger: ResourceLedger,
  format: GPUTextureFormat,
  width: number,
  height: number,
  draw: (texture: GPUTexture) => void,
): Promise<PixelImage> {
  const usage = GPUTextureUsage.RENDER_ATTACHMENT | GPUTextureUsage.COPY_SRC;
  const texture = ledger.texture('capture', format, [width, height], usage);
  const bytesPerRow = Math.ceil((width * 4) / 256) * 256;
  const readUsage = GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ;
  const buffer = ledger.buffer('capture read-back', bytesPerRow * height, readUsage);
  try {
    draw(texture);
    const encoder = ledger.device.createCommandEncoder({ label: 'capture' });
    encoder.copyTextureToBuffer({ texture }, { buffer, bytesPerRow }, [width, height]);
    ledger.device.queue.submit([encoder.finish()]);
    await buffer.mapAsync(GPUMapMode.READ);
    const rows = new Uint8Array(buffer.getMappedRange());
    const data = new Uint8ClampedArray(width * height * 4);
    for (let row = 0; row < height; row++) {
      data.set(rows.subarray(row * bytesPerRow, row * bytesPerRow + width * 4), row * width * 4);
    }
    if (format === 'bgra8unorm') swapRedAndBlue(data);
    return { width, height, data };
  } finally {
    ledger.destroy(buffer);
    ledger.destroy(texture);
  }
}

function swapRedAndBlue(data: Uint8ClampedArray): void {
  for (let i = 0; i < data.length; i += 4) {
    const blue = data[i]!;
    data[i] = data[i + 2]!;
    data[i + 2] = blue;
  }
}

/** An image as PNG. */
export async function encodePng(image: PixelImage): Promise<Blob> {
  const canvas = new OffscreenCanvas(image.width, image.height);
  canvas.getContext('2d')!.putImageData(new ImageData(image.data, image.width, image.height), 0, 0);
  return await canvas.convertToBlob({ type: 'image/png' });
}

import { createLazCodec, type LazCodec } from '#wasm/bindings/laz.ts';

const codecs = new WeakMap<WebAssembly.Module, LazCodec>();

/** The codec of this thread, made once for the kernel it is given. */
export function lazCodec(module: WebAssembly.Module): LazCodec {
  const held = codecs.get(module);
  if (held) return held;
  const codec = createLazCodec(module);
  codecs.set(module, codec);
  return codec;
}

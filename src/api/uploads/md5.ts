/** A running MD5 (RFC 1321): S3's ETag of a part. It finds damage; it is no protection against forgery. */
export interface Md5 {
  update(bytes: Uint8Array): void;
  /** Ends it: 32 hexadecimal digits. */
  digest(): string;
}

const shifts = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21];
const sines = Int32Array.from({ length: 64 }, (_, i) => Math.floor(Math.abs(Math.sin(i + 1)) * 2 ** 32));
const strides = [1, 5, 3, 7];

/** Order of the words of a block in its 64 steps: each round of sixteen has a start and a stride. */
const order = Uint8Array.from(
  { length: 64 },
  (_, i) => ([0, 1, 5, 0][i >> 4]! + strides[i >> 4]! * (i & 15)) & 15,
);
const turns = Uint8Array.from({ length: 64 }, (_, i) => shifts[(i >> 4) * 4 + (i & 3)]!);

export function createMd5(): Md5 {
  const state = new Int32Array([0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476]);
  const block = new Uint8Array(64);
  const words = new Int32Array(16);
  let held = 0;
  let length = 0;

  const takeBlock = (bytes: Uint8Array, at: number) => {
    for (let i = 0; i < 16; i++, at += 4) {
      words[i] = bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
    }
    mix(state, words);
  };

  const update = (bytes: Uint8Array) => {
    length += bytes.length;
    let at = 0;
    if (held > 0) {
      at = Math.min(64 - held, bytes.length);
      block.set(bytes.subarray(0, at), held);
      held += at;
      if (held < 64) return;
      takeBlock(block, 0);
      held = 0;
    }
    for (; at + 64 <= bytes.length; at += 64) takeBlock(bytes, at);
    block.set(bytes.subarray(at));
    held = bytes.length - at;
  };

  return {
    update,
    digest() {
      const bits = length * 8;
      const end = new Uint8Array((held < 56 ? 56 : 120) - held + 8);
      end[0] = 0x80;
      const view = new DataView(end.buffer);
      view.setUint32(end.length - 8, bits >>> 0, true);
      view.setUint32(end.length - 4, Math.floor(bits / 2 ** 32), true);
      update(end);
      return [...new Uint8Array(state.buffer)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    },
  };
}

/** The 64 steps of a block, four rounds of sixteen. */
function mix(state: Int32Array, words: Int32Array): void {
  let a = state[0]!;
  let b = state[1]!;
  let c = state[2]!;
  let d = state[3]!;
  for (let i = 0; i < 64; i++) {
    const f = i < 16 ? (b & c) | (~b & d) : i < 32 ? (d & b) | (~d & c) : i < 48 ? b ^ c ^ d : c ^ (b | ~d);
    const sum = (a + f + sines[i]! + words[order[i]!]!) | 0;
    const turn = turns[i]!;
    a = d;
    d = c;
    c = b;
    b = (b + ((sum << turn) | (sum >>> (32 - turn)))) | 0;
  }
  state[0] = (state[0]! + a) | 0;
  state[1] = (state[1]! + b) | 0;
  state[2] = (state[2]! + c) | 0;
  state[3] = (state[3]! + d) | 0;
}

/** MD5 of a blob, read piece by piece. Rejects with the reader's error, or the signal's reason. */
export async function md5OfBlob(
  blob: Blob,
  signal?: AbortSignal,
  onRead?: (bytes: number) => void,
): Promise<string> {
  const md5 = createMd5();
  const reader = blob.stream().getReader();
  let read = 0;
  for (;;) {
    signal?.throwIfAborted();
    const { done, value } = await reader.read();
    if (done) return md5.digest();
    md5.update(value);
    read += value.length;
    onRead?.(read);
  }
}

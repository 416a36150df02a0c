/** A sandbox program whose tasks do what hostile files do to parsers. Runs the built program. */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { serveBox } from '../../dist/node/box.js';

const guard = new URL('../../dist/node/box.js', import.meta.url);
const piece = 2 ** 22;
const rest = () => wait(2 ** 30, undefined, { ref: true });

const harms = {
  buffers: () => {
    for (const held = []; ; ) held.push(Buffer.alloc(piece, 1));
  },
  webassembly: () => {
    const memory = new WebAssembly.Memory({ initial: 1, maximum: 65_536 });
    for (;;) {
      const from = memory.grow(64) * 65_536;
      new Uint8Array(memory.buffer, from).fill(1);
    }
  },
  heap: () => {
    for (const held = []; ; ) held.push({ at: held.length, text: `${held.length}` });
  },
  loop: () => {
    for (;;);
  },
  'loop in a thread': async () => {
    new Worker('for (;;);', { eval: true });
    await rest();
  },
  rest,
  death: () => process.kill(process.pid, 'SIGKILL'),
  child: async ({ note }) => {
    const started = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    writeFileSync(note, String(started.pid));
    for (;;);
  },
};

const works = {
  echo: async (order) => order,
  pid: async () => process.pid,
  refuse: async () => {
    throw new Error('out of luck');
  },
  shrink: ({ name }) => (name in harms ? harms[name]({}) : Buffer.from(name)),
  harm: (order) => harms[order.harm](order),
  untilStopped: (_, { signal }) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    }),
  /** All tasks do the same harm, named by the environment. */
  task: () => harms[process.env.PLUMBLINE_TEST_HARM]({}),
};

serveBox(works, JSON.parse(process.argv[2]), guard);

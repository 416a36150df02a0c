import { parentPort } from 'node:worker_threads';
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs';
import { decodeWebp } from '../io/decode-webp.ts';
import { deflate } from '../io/deflate.ts';
import { sumByLazPerf } from '../io/laz-perf.ts';
import { openSql } from '../io/open-sql.ts';
import { findNodeGpu } from './node-gpu.ts';
import { serveTasks } from './serve-tasks.ts';

if (parentPort === null) throw new Error('this file is a worker thread of the task pool');
serveTasks(nodeEndpoint(parentPort), findNodeGpu, openSql, { decodeWebp, deflate }, { sumByLazPerf });

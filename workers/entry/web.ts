import type { Endpoint } from 'comlink';
import { serveTasks } from './serve-tasks.ts';

serveTasks(self as unknown as Endpoint, async () => navigator.gpu);

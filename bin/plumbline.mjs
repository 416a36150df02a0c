#!/usr/bin/env node
import { existsSync } from 'node:fs';

const program = new URL('../dist/node/cli.js', import.meta.url);
if (existsSync(program)) {
  const { main } = await import(program.href);
  await main();
} else {
  console.error(
    'plumbline: the program is not built yet (dist/node/cli.js is missing); run "npm run build" first.',
  );
  process.exitCode = 1;
}

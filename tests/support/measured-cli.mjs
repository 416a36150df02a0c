/** Runs the built command line and writes the peak of resident memory after its own output on standard error. */
process.once('exit', () => {
  process.stderr.write(`\npeakMiB=${(process.resourceUsage().maxRSS / 1024).toFixed(1)}\n`);
});
const { main } = await import('../../dist/node/cli.js');
await main();

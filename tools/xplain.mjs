#!/usr/bin/env node
// The command line from wherever it is called, on whatever Node the machine has (20 or newer): the bootstrap
// starts cli/main.ts on the pinned one, in the folder of the caller. `xplain serve` is the server itself, without
// npm in between, for whoever runs it as a service.
const isServe = process.argv[2] === 'serve' && process.argv.length === 3;
if (isServe) process.argv.splice(2, 1, 'src/main.ts');
else process.argv.splice(2, 0, 'cli/main.ts');
await import('./bootstrap.mjs');

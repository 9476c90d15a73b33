#!/usr/bin/env node
// The command line from wherever it is called, on whatever Node the machine has (20 or newer): the bootstrap
// starts cli/main.ts on the pinned one, in the folder of the caller.
process.argv.splice(2, 0, 'cli/main.ts');
await import('./bootstrap.mjs');

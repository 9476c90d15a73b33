import { fileURLToPath } from 'node:url';
import type { Command } from '../command.ts';
import { runProgram } from '../run-program.ts';

const PROBE = fileURLToPath(new URL('../../src/probe.ts', import.meta.url));

export const probeCheckCommand: Command = {
  help:
    'Runs the checks of the status probe configured here once and prints the results. Stores nothing. If a test alert\n' +
    'is set up, waits for it: usually less than a minute, at most five.\n' +
    '\n' +
    'Exit codes: 0 all up; 1 a component is down or a credential was refused.',
  options: {},
  examples: [
    'xplain probe check',
    'XPLAIN_PROBE_TARGET=https://logs.example.com xplain probe check',
  ],

  async run(terminal) {
    // Runs the separate probe program once.
    return runProgram(terminal, 'the probe', PROBE, ['check']);
  },
};

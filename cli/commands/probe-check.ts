import { fileURLToPath } from 'node:url';
import type { Command } from '../command.ts';
import { runProgram } from '../run-program.ts';

const PROBE = fileURLToPath(new URL('../../src/probe.ts', import.meta.url));

export const probeCheckCommand: Command = {
  help:
    'Looks at the platform once, as the probe configured here does each minute, and prints what it found.\n' +
    'Keeps nothing. Where a trial alert is set up it waits for that, mostly less than a minute, five at most.\n' +
    'Ends with 1 when something is down or a credential is refused.',
  options: {},
  examples: [
    'xplain probe check',
    'XPLAIN_PROBE_TARGET=https://logs.example.com xplain probe check',
  ],

  async run(terminal) {
    // The probe is a program of its own; this is its way of looking once.
    return runProgram(terminal, 'the probe', PROBE, ['check']);
  },
};

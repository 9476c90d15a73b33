import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { EXIT, type Command } from '../command.ts';

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
    if (!existsSync(PROBE)) {
      terminal.complain('xplain: the probe comes with the server: call this in its folder.');
      return EXIT.usage;
    }
    // The probe is a program of its own; this is its way of looking once.
    const child = spawn(process.execPath, [PROBE, 'check'], {
      env: { ...terminal.environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output = { out: '', err: '' };
    child.stdout.on('data', (chunk: Buffer) => void (output.out += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => void (output.err += chunk.toString()));
    await once(child, 'close');
    if (output.out !== '') terminal.print(output.out.trimEnd());
    if (output.err !== '') terminal.complain(output.err.trimEnd());
    return child.exitCode === 0 ? EXIT.ok : EXIT.failed;
  },
};

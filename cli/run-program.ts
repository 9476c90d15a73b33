/** Programs that come with the server and have a command here. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { EXIT, type ExitCode, type Terminal } from './command.ts';

/** Runs it to its end and shows what it said. `what` names it where it is missing. */
export async function runProgram(
  terminal: Terminal,
  what: string,
  program: string,
  words: readonly string[],
): Promise<ExitCode> {
  if (!existsSync(program)) {
    terminal.complain(`xplain: ${what} comes with the server: call this in its folder.`);
    return EXIT.usage;
  }
  const child = spawn(process.execPath, [program, ...words], {
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
}

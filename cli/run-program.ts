/** Programs that come with the server and have a command here. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { EXIT, type ExitCode, type Terminal } from './command.ts';

/** Runs a program to its end and shows its output. `what` names it if it is missing. */
export async function runProgram(
  terminal: Terminal,
  what: string,
  program: string,
  words: readonly string[],
): Promise<ExitCode> {
  if (!existsSync(program)) {
    terminal.complain(
      `xplain: ${what} is part of the server. Run this command in the server folder.`,
    );
    return EXIT.usage;
  }
  const child = spawn(process.execPath, [program, ...words], {
    env: { ...terminal.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => void (output += chunk.toString()));
  // Forwarded immediately, because it shows progress.
  createInterface(child.stderr).on('line', (line) => terminal.complain(line));
  await once(child, 'close');
  if (output !== '') terminal.print(output.trimEnd());
  return child.exitCode === 0 ? EXIT.ok : EXIT.failed;
}

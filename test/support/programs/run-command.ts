import { runCli } from '../../../cli/run-cli.ts';
import { fastStart } from './fast-start.ts';

/** Runs the command line within this process; answers with how it ended and what it wrote. */
export async function runCommand(
  args: readonly string[],
  environment: Record<string, string> = {},
) {
  const printed: string[] = [];
  const complained: string[] = [];
  const code = await runCli(
    {
      print: (line) => void printed.push(line),
      complain: (line) => void complained.push(line),
      // Some commands are programs of their own.
      environment: { ...fastStart(), ...environment },
    },
    args,
  );
  return { code, printed: printed.join('\n'), complained: complained.join('\n') };
}

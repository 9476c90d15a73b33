#!/usr/bin/env node
import { runCli } from './run-cli.ts';

// The reader of the output may stop early: `xplain patterns | head` is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit();
  throw error;
});

process.exitCode = await runCli(
  {
    print: (line) => void process.stdout.write(`${line}\n`),
    complain: (line) => void process.stderr.write(`${line}\n`),
    environment: process.env,
    // https://no-color.org: any non-empty value disables colors.
    hasColor: process.stdout.isTTY && !process.env['NO_COLOR'],
    ...(process.stderr.isTTY
      ? { progress: (line: string) => void process.stderr.write(`\r\u001b[K${line}`) }
      : {}),
    input: process.stdin,
  },
  process.argv.slice(2),
);

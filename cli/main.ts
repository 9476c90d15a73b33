#!/usr/bin/env node
import { runCli } from './run-cli.ts';

process.exitCode = await runCli(
  {
    print: (line) => void process.stdout.write(`${line}\n`),
    complain: (line) => void process.stderr.write(`${line}\n`),
    environment: process.env,
  },
  process.argv.slice(2),
);

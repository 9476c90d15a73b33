/**
 * Everything that can be said about the code without running the product: form, types, map, dead code,
 * documents. Needs no network and no service.
 *
 *   npm run check                 all steps
 *   npm run check -- lint types   some of them
 *   npm run check -- --lanes=1    one after the other, beside something else
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

interface Step {
  readonly name: string;
  readonly command: readonly string[];
}

interface Outcome {
  readonly step: Step;
  readonly isGood: boolean;
  readonly output: string;
  readonly seconds: number;
}

const root = dirname(import.meta.dirname);
const STEP_MS_MAX = 600_000;

/** The longest first, so that the short ones fill the gaps. */
function allSteps(): Step[] {
  const node = process.execPath;
  return [
    { name: 'dead-code', command: ['knip'] },
    {
      name: 'dead-code-production',
      // What only a test calls is no dead code; a whole file or a package that only tests use is misplaced.
      command: ['knip', '--production', '--strict', '--include', 'files,dependencies,unlisted'],
    },
    { name: 'lint', command: ['oxlint', '--type-aware'] },
    // Several checkers each look at what they share: for two processors one is quicker, at half the work.
    { name: 'types', command: ['tsc', '-b', '.', 'web', '--checkers', '1'] },
    { name: 'tidy', command: [node, '--test', 'test/tidy.test.ts'] },
    { name: 'boundaries', command: [node, 'tools/boundaries.ts'] },
    { name: 'statements', command: [node, 'tools/statements.ts'] },
    { name: 'audited-changes', command: [node, 'tools/audited-changes.ts'] },
    { name: 'lock', command: [node, 'tools/check-lock.ts'] },
    { name: 'limits-table', command: [node, 'tools/limits-table.ts', '--check'] },
    { name: 'openapi', command: [node, 'tools/openapi.ts', '--lint'] },
    { name: 'web-client', command: [node, 'tools/web-client.ts', '--check'] },
    { name: 'language-pages', command: [node, 'tools/language-pages.ts', '--check'] },
    { name: 'config-table', command: [node, 'tools/config-table.ts', '--check'] },
    { name: 'metrics-page', command: [node, 'tools/metrics-page.ts', '--check'] },
    { name: 'deploy', command: [node, 'tools/check-deploy.ts'] },
    { name: 'words', command: [node, 'tools/check-words.ts'] },
    { name: 'pictures', command: [node, 'tools/check-pictures.ts'] },
    { name: 'format', command: ['oxfmt', '--check'] },
  ].filter(({ command: [program, file = ''] }) => program !== node || hasProgram(file));
}

function hasProgram(file: string): boolean {
  return existsSync(join(root, file)) || file.startsWith('--');
}

async function runAll(steps: readonly Step[]): Promise<Outcome[]> {
  const waiting = [...steps];
  const outcomes: Outcome[] = [];
  const lanes = Array.from({ length: lanesWanted }, async () => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      const outcome = await runStep(step);
      outcomes.push(outcome);
      const mark = outcome.isGood ? 'ok    ' : 'FAILED';
      print(`${mark} ${step.name.padEnd(22)} ${outcome.seconds.toFixed(1).padStart(5)} s`);
    }
  });
  await Promise.all(lanes);
  return outcomes;
}

function runStep(step: Step): Promise<Outcome> {
  const [program = '', ...args] = step.command;
  const tools = join(root, 'node_modules/.bin');
  const env = {
    ...process.env,
    PATH: [tools, process.env['PATH']].join(delimiter),
    // No telemetry, and no check for a newer release.
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
    // Compiler and linter are Go programs: a quarter of their work is garbage collection.
    GOGC: '400',
  };
  const startedAt = performance.now();
  const child = spawn(program, args, {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: STEP_MS_MAX,
  });
  let output = '';
  const collect = (chunk: Buffer): void => {
    output += chunk.toString();
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  return new Promise((resolve) => {
    const finish = (isGood: boolean): void => {
      resolve({ step, isGood, output, seconds: (performance.now() - startedAt) / 1000 });
    };
    child.on('error', (error) => {
      output += error.message;
      finish(false);
    });
    child.on('close', (code, signal) => {
      if (signal !== null) output += `\nended by ${signal}`;
      finish(code === 0);
    });
  });
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

const LANES = '--lanes=';
const flag = process.argv.slice(2).find((word) => word.startsWith(LANES));
const lanesWanted = Number(flag?.slice(LANES.length) ?? Math.max(2, availableParallelism()));
const wanted = process.argv.slice(2).filter((word) => word !== flag);
const steps = allSteps().filter(({ name }) => wanted.length === 0 || wanted.includes(name));
const unknown = wanted.filter((name) => !steps.some((step) => step.name === name));
const startedAt = performance.now();
const outcomes = await runAll(steps);
const failed = outcomes.filter(({ isGood }) => !isGood);
for (const { step, output } of failed) print(`\n--- ${step.name}\n${output.trimEnd()}`);
for (const name of unknown) print(`\nThere is no step called ${name}.`);
const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
print(
  `\ncheck: ${outcomes.length - failed.length} of ${outcomes.length} steps passed in ${seconds} s`,
);
if (failed.length > 0 || unknown.length > 0) process.exitCode = 1;

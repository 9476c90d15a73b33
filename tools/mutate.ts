/**
 * Whether the tests notice when the code is wrong: makes single changes in a copy of the project, one after the
 * other, runs the tests that can see each, and names those that no test noticed.
 *
 *   npm run mutate -- src/guard/limits                        20 changes, seed 1
 *   npm run mutate -- src/guard src/http --count 100 --seed 7
 *   npm run mutate -- src/spec/roles.ts --list                what could be changed; runs nothing
 *
 * `--seconds 60` bounds a change: near and quick tests first, none is started after that time; give more on a busy
 * machine. `--lanes 2` tries two at once.
 */
import { globSync, readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { seededRandom } from '../test/support/seeded-random.ts';
import { describeChange, findChanges, type Change } from './mutate/find-changes.ts';
import { createFindTests } from './mutate/find-tests.ts';
import { scoreOf } from './mutate/score.ts';
import { tryChanges, type Trial } from './mutate/try-changes.ts';
import { projectFiles } from './project-files.ts';

const root = dirname(import.meta.dirname);

/** Picks `count` changes, at most one per line, determined by the seed. */
export function pickChanges(all: readonly Change[], count: number, seed: number): Change[] {
  const random = seededRandom(seed);
  const waiting = [...all];
  const picked: Change[] = [];
  const lines = new Set<string>();
  while (waiting.length > 0 && picked.length < count) {
    const [change] = waiting.splice(random.integer(0, waiting.length - 1), 1);
    if (change === undefined) break;
    const line = `${change.file}:${change.line}`;
    if (lines.has(line)) continue;
    lines.add(line);
    picked.push(change);
  }
  return picked;
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      count: { type: 'string', default: '20' },
      seed: { type: 'string', default: '1' },
      seconds: { type: 'string', default: '60' },
      lanes: { type: 'string', default: '1' },
      list: { type: 'boolean', default: false },
    },
  });
  const sources = readSources();
  const places = positionals.map((place) => place.replace(/\/$/, ''));
  const changes = [...sources].flatMap(([file, text]) =>
    isWanted(file, places) ? findChanges(file, text) : [],
  );
  const describe = (change: Change): string =>
    describeChange(change, sources.get(change.file) ?? '');
  if (changes.length === 0) {
    print('Nothing to change there. Name folders or files, e.g. npm run mutate -- src/guard');
    process.exitCode = 1;
    return;
  }
  if (values.list) {
    for (const change of changes) print(describe(change));
    return;
  }
  const picked = pickChanges(changes, Number(values.count), Number(values.seed));
  print(
    `${picked.length} of ${changes.length} changes, seed ${values.seed}, in ${places.join(', ')}`,
  );
  setPriority(constants.priority.PRIORITY_LOW);
  process.env['NODE_COMPILE_CACHE'] ??= join(root, 'node_modules/.cache/compiled');
  const known = secondsOf();
  const trials = await tryChanges(
    { root, files: projectFiles() },
    picked,
    createFindTests(sources, known),
    { secondsMax: Number(values.seconds), lanes: Number(values.lanes), secondsOf: known },
    (trial) => print(`${told(trial)} ${describe(trial.change)}`),
  );
  report(trials, describe);
}

function isWanted(file: string, places: readonly string[]): boolean {
  const isOurs = /\.tsx?$/.test(file) && !/\.(test|suite)\.tsx?$/.test(file);
  return isOurs && places.some((place) => file === place || file.startsWith(`${place}/`));
}

function readSources(): Map<string, string> {
  const files = globSync('{src,web,cli,test,tools}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: ['**/node_modules/**', '**/dist/**'],
  });
  return new Map(files.toSorted().map((file) => [file, readFileSync(join(root, file), 'utf8')]));
}

/** How long each test file took in the last run of the suite here. */
function secondsOf(): (file: string) => number {
  try {
    const file = join(root, 'node_modules/.cache/test-seconds.json');
    const seconds = JSON.parse(readFileSync(file, 'utf8')) as Partial<Record<string, number>>;
    return (test) => seconds[test] ?? 1;
  } catch {
    return () => 1;
  }
}

/** Undecidable: tests that might have noticed the change fail without it, too. */
function isUndecided({ noticedBy, testsUseless }: Trial): boolean {
  return noticedBy === undefined && testsUseless.length > 0;
}

function told(trial: Trial): string {
  const mark = trial.noticedBy === undefined ? 'SURVIVED' : 'noticed ';
  return `${isUndecided(trial) ? 'UNCLEAR ' : mark} ${trial.seconds.toFixed(1).padStart(5)} s `;
}

function report(trials: readonly Trial[], describe: (change: Change) => string): void {
  const decided = trials.filter((trial) => !isUndecided(trial));
  const survivors = decided.filter(({ noticedBy }) => noticedBy === undefined);
  const list = (title: string, those: readonly Trial[]): void => {
    if (those.length > 0) print(`\n${title}:`);
    for (const { change, testsRun, testsAll } of those) {
      print(`  ${describe(change)} (${testsRun} of ${testsAll} test files run)`);
    }
  };
  list('no test noticed', survivors);
  list('unclear, and not counted', trials.filter(isUndecided));
  const useless = new Set(trials.flatMap(({ testsUseless }) => testsUseless));
  if (useless.size > 0) print(`\nfail or hang without any change: ${[...useless].join(', ')}`);
  const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
  const noticed = decided.length - survivors.length;
  const { share, from, to } = scoreOf(noticed, decided.length);
  print(
    `\n${noticed} of ${decided.length} noticed: ${percent(share)}, ` +
      `95 % interval ${percent(from)} to ${percent(to)}`,
  );
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

if (import.meta.main) await main();

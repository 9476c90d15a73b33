/**
 * How well the log patterns group rows, and what they cost. Reads samples with known events: a folder of
 * `<name>.json` files, each an array of `{ raw, content, eventId }`, named by XPLAIN_LOG_SAMPLES or found
 * beside the checkout. Prints figures and asserts nothing.
 *
 *   npm run bench:templates [-- <folder for the assignments of each sample>]
 *
 * GA is the part of the rows whose group is exactly their event; FGA is the F1 measure over groups. Ratio
 * is what is sent with two samples per pattern, as a part of the raw rows; seen is the part of the events
 * that a reader of the lines sees.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compressRows, minePatterns, type Row } from '../../src/patterns/index.ts';
import { LIMITS } from '../../src/spec/limits.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { inShort } from './bench-size.ts';

interface Sample {
  readonly raw: string;
  readonly content: string;
  readonly eventId: string;
}

const ROWS = inShort(LIMITS.evaluation.rowsMax, 200);
const RUNS = inShort(40, 2);
const USUAL_CHARACTERS_MAX = 260;
const [assignmentFolder] = process.argv.slice(2);

const folder = findSamples();
if (folder === undefined) {
  print('SKIPPED: no samples. Set XPLAIN_LOG_SAMPLES to a folder of <name>.json files.');
  measureTimes([]);
} else {
  const sets = readSets(folder);
  measureQuality(sets);
  measureTimes([...sets.values()].flat().map((sample) => sample.raw));
}

function findSamples(): string | undefined {
  const named = process.env['XPLAIN_LOG_SAMPLES'];
  if (named !== undefined) return named;
  const beside = join(import.meta.dirname, '../../../shared/loghub');
  return existsSync(beside) ? beside : undefined;
}

function readSets(from: string): Map<string, Sample[]> {
  const files = readdirSync(from).filter((file) => file.endsWith('.json'));
  return new Map(
    files.sort().map((file) => {
      const rows = JSON.parse(readFileSync(join(from, file), 'utf8')) as Sample[];
      return [file.slice(0, -'.json'.length), rows];
    }),
  );
}

function measureQuality(sets: ReadonlyMap<string, readonly Sample[]>): void {
  const header = [
    'raw GA',
    'FGA',
    'content GA',
    'FGA',
    'JSON GA',
    'FGA',
    'shuffled',
    'ratio',
    'seen',
  ];
  print(['sample'.padEnd(12), ...header.map((name) => name.padStart(10))].join(''));
  const sums: number[] = [];
  for (const [name, samples] of sets) {
    const figures = measureSet(name, samples);
    for (const [index, figure] of figures.entries()) sums[index] = (sums[index] ?? 0) + figure;
    printFigures(name, figures);
  }
  printFigures(
    'mean',
    sums.map((sum) => sum / sets.size),
  );
  const mixed = shuffle(
    [...sets].flatMap(([name, samples]) =>
      samples.map((sample) => ({ ...sample, eventId: `${name} ${sample.eventId}` })),
    ),
    7,
  ).slice(0, ROWS);
  printFigures(`mixed ${mixed.length}`, measureSet('mixed', mixed));
}

function measureSet(name: string, samples: readonly Sample[]): number[] {
  const events = samples.map((sample) => sample.eventId);
  const raw = samples.map((sample) => sample.raw);
  const groups = groupsOf(raw);
  writeAssignment(name, raw);
  const json = samples.map((sample) => ({
    time: '2024-05-11T10:15:00Z',
    message: sample.content,
    source: 'sample',
  }));
  const content = samples.map((sample) => sample.content);
  return [
    ...score(events, groups),
    ...score(events, groupsOf(content)),
    ...score(events, groupsOf(json)),
    isStable(raw, groups) ? 1 : 0,
    ...measureLines(raw, events),
  ];
}

function groupsOf(rows: readonly Row[]): number[] {
  return [...minePatterns(rows).assignment];
}

/** The same groups whatever the order of the rows. */
function isStable(rows: readonly string[], groups: readonly number[]): boolean {
  const order = shuffle(
    rows.map((_, index) => index),
    11,
  );
  const shuffled = groupsOf(order.map((index) => rows[index] ?? ''));
  const pairs = new Set(order.map((index, position) => `${groups[index]} ${shuffled[position]}`));
  return pairs.size === new Set(groups).size && pairs.size === new Set(shuffled).size;
}

/** Grouping accuracy, and the F1 measure over groups. */
function score(events: readonly string[], groups: readonly number[]): [number, number] {
  const byGroup = collect(groups);
  const byEvent = collect(events);
  let rows = 0;
  let exact = 0;
  for (const members of byGroup.values()) {
    const event = events[members[0] ?? 0];
    const isExact =
      event !== undefined &&
      members.length === byEvent.get(event)?.length &&
      members.every((row) => events[row] === event);
    if (!isExact) continue;
    rows += members.length;
    exact += 1;
  }
  return [rows / events.length, (2 * exact) / (byGroup.size + byEvent.size)];
}

/** What the lines take of the raw rows, and the part of the events that a reader sees in them. */
function measureLines(rows: readonly string[], events: readonly string[]): [number, number] {
  const { lines } = compressRows(rows, { tokensMax: Infinity });
  const tokens = (text: string): number => Math.ceil(text.length / 4);
  const sum = (texts: readonly string[]): number =>
    texts.reduce((total, text) => total + tokens(text), 0);
  const seen = new Set<string>();
  for (const line of lines) {
    for (const row of line.shown) seen.add(events[row] ?? '');
    for (const [event, members] of collect(line.rows.map((row) => events[row] ?? ''))) {
      if (members.length * 2 > line.rows.length) seen.add(event);
    }
  }
  return [sum(lines.map((line) => line.text)) / sum(rows), seen.size / new Set(events).size];
}

function collect<T>(labels: readonly T[]): Map<T, number[]> {
  const byLabel = new Map<T, number[]>();
  for (const [row, label] of labels.entries()) {
    const members = byLabel.get(label);
    if (members === undefined) byLabel.set(label, [row]);
    else members.push(row);
  }
  return byLabel;
}

/** For other scorers: the group and template of every row, and the lines that would be sent. */
function writeAssignment(name: string, rows: readonly string[]): void {
  if (assignmentFolder === undefined) return;
  mkdirSync(assignmentFolder, { recursive: true });
  const { patterns, assignment } = minePatterns(rows);
  const content = {
    groups: [...assignment].map((index) => patterns[index]?.id ?? ''),
    templates: Object.fromEntries(patterns.map((pattern) => [pattern.id, pattern.template])),
    lines: compressRows(rows, { tokensMax: Infinity }).lines.map((line) => line.text),
  };
  writeFileSync(join(assignmentFolder, `${name}.json`), JSON.stringify(content));
}

function measureTimes(samples: readonly string[]): void {
  const random = seededRandom(3);
  const word = (): string =>
    Array.from({ length: random.integer(3, 9) }, () =>
      String.fromCharCode(random.integer(97, 122)),
    ).join('');
  const words = (count: number): string => Array.from({ length: count }, word).join(' ');
  const lines =
    samples.length > 0
      ? shuffle(samples, 5)
      : Array.from({ length: 40 }, () => words(18)).flatMap((line) =>
          Array.from(
            { length: 250 },
            () => `2024-05-11 10:15:00 INFO ${line} ${random.integer(0, 9999)}`,
          ),
        );
  // The longest rows aside, samples have about 140 characters a row.
  const usual = lines.filter((line) => line.length < USUAL_CHARACTERS_MAX);
  const short = Array.from({ length: ROWS }, (_, row) => usual[row % usual.length] ?? '');
  const long = short.map((line) =>
    `${line} ${'payload=0123456789abcdef '.repeat(80)}`.slice(0, 2_000),
  );
  print(
    `\nprocessor time of ${ROWS} rows, milliseconds: first call, then least and median of ${RUNS}`,
  );
  time(`about ${Math.round(short.join('').length / ROWS)} characters`, short);
  time('2,000 characters', long);
  time(
    'random words, 20 a row',
    Array.from({ length: ROWS }, () => words(20)),
  );
  time(
    'random words, 2,000 characters',
    Array.from({ length: ROWS }, () => words(290).slice(0, 2_000)),
  );
  const json = short.map((message) => ({ level: 'info', message, n: random.integer(0, 999) }));
  time('JSON objects', json);
}

function time(name: string, rows: readonly Row[]): void {
  const runs: number[] = [];
  for (let run = 0; run <= RUNS; run += 1) {
    const before = process.cpuUsage();
    minePatterns(rows);
    const { user, system } = process.cpuUsage(before);
    runs.push((user + system) / 1_000);
  }
  const [first = 0, ...warm] = runs;
  warm.sort((one, other) => one - other);
  const figures = [first, warm[0] ?? 0, warm[RUNS >> 1] ?? 0];
  print(name.padEnd(34) + figures.map((ms) => ms.toFixed(0).padStart(8)).join(''));
}

function shuffle<T>(values: readonly T[], seed: number): T[] {
  const random = seededRandom(seed);
  return values
    .map((value) => ({ value, rank: random.integer(0, 2 ** 31) }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ value }) => value);
}

function printFigures(name: string, figures: readonly number[]): void {
  print(name.padEnd(12) + figures.map((figure) => figure.toFixed(3).padStart(10)).join(''));
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

import { compressRows, minePatterns, type CompressOptions } from '../../src/patterns/index.ts';
import { COMPRESSION_OPTIONS } from '../../src/spec/evaluation.ts';
import { EXIT, UsageError, type Command, type Given, type Terminal } from '../command.ts';

const INPUT_BYTES_MAX = 512_000_000;

/** Flags by the name of the option they set. */
const FLAGS = {
  maxTemplates: 'max-templates',
  maxSamples: 'max-samples',
  rareThreshold: 'rare-threshold',
  simThreshold: 'sim-threshold',
} as const satisfies Record<keyof typeof COMPRESSION_OPTIONS, string>;

export const patternsCommand: Command = {
  help:
    'Reads log lines from standard input and prints their patterns, most frequent first, in the form that evaluations\n' +
    'send to a model: [<count>x] <template> e.g. <sample>. Accepts any mix of formats, plain text or JSON. Runs locally;\n' +
    'no data leaves this machine.',
  options: {
    assign: {
      type: 'boolean',
      help: 'Output one JSON object per input line: {"group":"…","template":"…"}.',
    },
    [FLAGS.maxTemplates]: flag('maxTemplates'),
    [FLAGS.maxSamples]: flag('maxSamples'),
    [FLAGS.rareThreshold]: flag('rareThreshold'),
    [FLAGS.simThreshold]: flag('simThreshold'),
  },
  examples: [
    'journalctl -n 5000 | xplain patterns',
    'xplain patterns --max-samples 0 < app.log',
    'xplain patterns --assign < app.log > groups.ndjson',
  ],

  async run(terminal, given) {
    const options = readOptions(given);
    const rows = await readLines(terminal);
    if (given['assign'] === true) printAssignment(terminal, rows, options);
    else printLines(terminal, rows, options);
    return EXIT.ok;
  },
};

function flag(name: keyof typeof COMPRESSION_OPTIONS): Command['options'][string] {
  const { default: fallback, min, max, meaning } = COMPRESSION_OPTIONS[name];
  return {
    type: 'string',
    value: '<number>',
    help: `${meaning} ${min} to ${max} (default ${fallback}).`,
  };
}

function readOptions(given: Given): CompressOptions {
  return {
    maxTemplates: readNumber(given, 'maxTemplates'),
    maxSamples: readNumber(given, 'maxSamples'),
    rareThreshold: readNumber(given, 'rareThreshold'),
    simThreshold: readNumber(given, 'simThreshold'),
    // The person at the terminal reads on: no budget of tokens applies here.
    tokensMax: Infinity,
  };
}

function readNumber(given: Given, name: keyof typeof COMPRESSION_OPTIONS): number {
  const { default: fallback, min, max } = COMPRESSION_OPTIONS[name];
  const text = given[FLAGS[name]];
  if (typeof text !== 'string') return fallback;
  const value = Number(text);
  const isWhole = name === 'simThreshold' || Number.isInteger(value);
  if (text.trim() !== '' && isWhole && value >= min && value <= max) return value;
  const kind = name === 'simThreshold' ? 'a number' : 'a whole number';
  throw new UsageError(`--${FLAGS[name]} must be ${kind} from ${min} to ${max}`);
}

async function readLines(terminal: Terminal): Promise<string[]> {
  const decoder = new TextDecoder();
  let bytes = 0;
  let text = '';
  for await (const chunk of terminal.input ?? []) {
    bytes += chunk.length;
    if (bytes > INPUT_BYTES_MAX) {
      throw new UsageError(`the input is too large (maximum ${INPUT_BYTES_MAX / 1e6} MB)`);
    }
    text += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
  }
  const lines = (text + decoder.decode()).split(/\r?\n/);
  // A newline after the last line doesn't start another one.
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

function printLines(terminal: Terminal, rows: readonly string[], options: CompressOptions): void {
  const result = compressRows(rows, options);
  for (const line of result.lines) terminal.print(line.text);
  if (result.droppedTemplates > 0) {
    const { droppedTemplates, uniqueTemplates } = result;
    terminal.complain(
      `${droppedTemplates} of ${uniqueTemplates} patterns not shown. Use --${FLAGS.maxTemplates} to show more.`,
    );
  }
  if (result.clippedRows > 0) terminal.complain(`${result.clippedRows} long lines truncated.`);
}

function printAssignment(
  terminal: Terminal,
  rows: readonly string[],
  options: CompressOptions,
): void {
  const { patterns, assignment } = minePatterns(rows, options);
  for (const index of assignment) {
    const pattern = patterns[index];
    if (pattern === undefined) continue;
    terminal.print(JSON.stringify({ group: pattern.id, template: pattern.template }));
  }
}

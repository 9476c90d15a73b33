import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import type { LogStore } from '../src/engines/store/store.ts';
import {
  CASES_FILE,
  readCases,
  writeCase,
  type VocabularyCase,
} from '../src/engines/store/vocabulary-cases.suite.ts';
import { renewed } from './vocabulary-cases.ts';

const root = dirname(import.meta.dirname);
const content = readFileSync(CASES_FILE, 'utf8');
const cases = readCases(content).filter((piece) => typeof piece !== 'string');

test('the file stands as it would be written', () => {
  const pieces = readCases(content);

  const written = pieces.map((piece) => (typeof piece === 'string' ? piece : writeCase(piece)));

  assert.equal(written.join('\n'), content);
});

test('every case stands there once, and an expression has an answer for each row', () => {
  const keyOf = ({ text, columns }: VocabularyCase): string => `${text} ${JSON.stringify(columns)}`;
  const keys = cases.map((each) => keyOf(each) + JSON.stringify(each.rows));
  const twice = keys.filter((key, i) => keys.indexOf(key) !== i);
  const uneven = cases.filter(
    ({ text, rows, answers }) =>
      !text.startsWith('SELECT') &&
      answers[0] !== '! refused' &&
      answers.length !== Math.max(1, rows.length),
  );

  assert.deepEqual(twice, []);
  assert.deepEqual(uneven, []);
});

test('every name that a statement of ours uses has a case', () => {
  const covered = new Set(cases.flatMap(({ text }) => namesIn(text)));
  const used = new Set([...templates(), ...goldenStatements()].flatMap(namesIn));

  const missing = [...used].filter((name) => !covered.has(name) && !LEFT_OUT.has(name));

  assert(used.size > 150, `${used.size} names`);
  assert.deepEqual(missing, []);
});

test('renewing asks the store for every answer and keeps the rest', async () => {
  const values = [['b', 'c'], ['d']];
  const store = {
    query: () => {
      const column = { name: 'r', type: 'String', values: values.shift() ?? [] };
      return Promise.resolve({ columns: [column], rowCount: column.values.length });
    },
  } as unknown as LogStore;

  const text = await renewed(
    store,
    '# Remark.\n> lower(v)\n  v String\n  "B" → "x"\n  "C"\n\n> SELECT 1\n  ~ 0.1 why\n',
  );

  assert.equal(
    text,
    '# Remark.\n> lower(v)\n  v String\n  "B" → "b"\n  "C" → "c"\n\n> SELECT 1\n  ~ 0.1 why\n  = "d"\n',
  );
});

/** What asks about the engine itself, not about rows. */
const LEFT_OUT = new Set<string>([]);

const KEYWORDS =
  /^(?:SELECT|FROM|WHERE|PREWHERE|HAVING|AND|OR|NOT|IN|OVER|ON|AS|BY|JOIN|ALL|LIKE|ILIKE|THEN|ELSE|WHEN)$/;

/** The functions a statement calls. What stands right behind a hole is a part of a name. */
function namesIn(statement: string): string[] {
  const found = statement.matchAll(/(?<![\w`\0.])([A-Za-z_]\w*)\(/g);
  return [...found].flatMap(([, name = '']) => (KEYWORDS.test(name) ? [] : [name]));
}

/** The texts of all templates, with a NUL for each hole. */
function templates(): string[] {
  const files = globSync(
    [
      'src/flow/search/**/*.ts',
      'src/flow/ingest/**/*.ts',
      'src/guard/audit/*.ts',
      'src/engines/store/log-fields.ts',
    ],
    { cwd: root, exclude: ['**/*.test.ts', '**/*-table.ts'] },
  );
  return files.flatMap((file) => {
    const source = readFileSync(join(root, file), 'utf8');
    return [...source.matchAll(/\bsql`/g)].map(({ index }) => templateAt(source, index + 4));
  });
}

/** What stands in a hole is code; templates in it are found by themselves. */
function templateAt(source: string, start: number): string {
  let text = '';
  let depth = 0;
  for (let at = start; at < source.length; at++) {
    const character = source[at] ?? '';
    if (depth === 0 && character === '`') return text;
    if (depth === 0 && character === '\\') {
      text += source[++at] ?? '';
    } else if (source.startsWith('${', at)) {
      if (depth === 0) text += '\0';
      depth++;
      at++;
    } else if (depth > 0 && character === "'") {
      // A brace in quotes opens nothing.
      const end = source.indexOf("'", at + 1);
      at = end < 0 ? source.length : end;
    } else if (depth > 0 && character === '{') depth++;
    else if (depth > 0 && character === '}') depth--;
    else if (depth === 0) text += character;
  }
  return text;
}

function goldenStatements(): string[] {
  return globSync('src/flow/search/golden/*.txt', { cwd: root }).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/^ {2}sql {2}(.*)$/gm)].map(
      ([, statement = '']) => statement,
    ),
  );
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { generateQuery } from '../../../test/support/language/generate-query.ts';
import { plainTree } from '../../../test/support/language/plain-tree.ts';
import { seededRandom } from '../../../test/support/seeded-random.ts';
import { COMMANDS } from '../commands/table-of-commands.ts';
import { parse } from '../parser/parser.ts';
import { explain, print } from './printer.ts';
import type { Query } from '../tree.ts';

const CASES = 6000;

function assertReads(text: string, query: Query, seed: number): void {
  const result = parse(text);
  const problems = result.diagnostics.map(
    ({ code, start, message }) => `${code}@${start} ${message}`,
  );
  assert.deepEqual(problems, [], `seed ${seed}: ${text}`);
  assert.deepEqual(plainTree(result.query), plainTree(query), `seed ${seed}: ${text}`);
}

test('reading what was printed gives the same tree, for thousands of random queries', () => {
  const seen = new Set<string>();
  for (let seed = 1; seed <= CASES; seed += 1) {
    const query = generateQuery(seededRandom(seed));

    assertReads(print(query), query, seed);

    for (const stage of query.stages) seen.add(stage.kind);
  }
  assert.deepEqual([...seen].toSorted(), Object.keys(COMMANDS).toSorted());
});

test('reading an explanation gives the same tree, too', () => {
  for (let seed = 1; seed <= CASES / 3; seed += 1) {
    const query = generateQuery(seededRandom(seed));

    assertReads(explain(query), query, seed);
  }
});

test('printing is canonical: what was read from print prints the same', () => {
  for (let seed = 1; seed <= 500; seed += 1) {
    const text = print(generateQuery(seededRandom(seed)));
    const { query } = parse(text);

    assert.equal(query && print(query), text, `seed ${seed}`);
  }
});

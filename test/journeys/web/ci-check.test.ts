/** What the evaluation page copies for CI is what the command line reads. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readChecks } from '../../../cli/evaluate/checks.ts';
import { checksOf, commandOf } from '../../../web/src/pages/evaluate/ci-check.ts';
import { EMPTY_DRAFT } from '../../../web/src/pages/evaluate/evaluation-draft.ts';

test('a copied checks.yaml holds the criteria and items of the page, whatever characters they have', () => {
  const draft = {
    ...EMPTY_DRAFT,
    criteria: 'Did it "work"?\n# not a comment: yes',
    items: [{ id: '', description: "it's: - {done}" }],
    logCompression: false,
  };

  const read = readChecks(checksOf(draft));

  assert.ok('checks' in read, JSON.stringify(read));
  assert.equal(read.checks.criteria, draft.criteria);
  assert.deepEqual(
    read.checks.items.map(({ id, description }) => ({ id, description })),
    [{ id: 'it-s-done', description: "it's: - {done}" }],
  );
  assert.equal(read.checks.logCompression, false);
});

for (const logCompression of [true, false, 'auto'] as const) {
  test(`a copied checks.yaml compresses as the page does: ${logCompression}`, () => {
    const read = readChecks(checksOf({ ...EMPTY_DRAFT, criteria: 'Did it work?', logCompression }));

    assert.ok('checks' in read, JSON.stringify(read));
    assert.equal(read.checks.logCompression ?? true, logCompression);
  });
}

test('a copied command keeps the query in one argument', () => {
  const source = { query: `index=web "it's"`, earliest: '-1h', latest: 'now' };

  const command = commandOf(source, 'https://logs.example');

  assert.match(command, /--checks checks\.yaml/);
  assert.match(command, /--query 'index=web "it'\\''s"'/);
});

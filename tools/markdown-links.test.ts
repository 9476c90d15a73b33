import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anchorsOf, namedPaths, projectLinks } from './markdown-links.ts';

test('links into the project are found, others are left alone', () => {
  const text = [
    'See [a](other.md), [b](../../README.md#first-start "title"), [c](#here) and [d](folder/).',
    'Not [e](https://example.com/x.md), [f](mailto:a@example.com), `[g](code.md)`.',
    '```',
    '[h](block.md)',
    '```',
  ].join('\n');

  assert.deepEqual(
    projectLinks('docs/operating/install.md', text).map(({ file, anchor }) => [file, anchor]),
    [
      ['docs/operating/other.md', ''],
      ['README.md', 'first-start'],
      ['docs/operating/install.md', 'here'],
      ['docs/operating/folder', ''],
    ],
  );
});

test('paths in backticks are found', () => {
  assert.deepEqual(namedPaths('`src/spec/limits.ts`, `tools/`, `src/<room>/x.ts`, `npm test`'), [
    'src/spec/limits.ts',
    'tools',
  ]);
});

test('headings become anchors', () => {
  assert.deepEqual(
    [...anchorsOf('# First start\n\n## What’s `new`, really?\n```\n# no\n```\n')],
    ['first-start', 'whats-new-really'],
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '../test/support/limits.ts';
import { limitsPage } from './limits-table.ts';
import { readComments } from './read-comments.ts';

const reported = new Map(
  Object.entries(LIMITS).flatMap(([group, limits]) =>
    Object.keys(limits).map((name) => [`${group}.${name}`, `about ${name}`] as const),
  ),
);

test('every limit stands in the page with its value and its comment', () => {
  const text = limitsPage(reported);

  for (const [path, comment] of reported) {
    assert.match(
      text,
      new RegExp(`\\| \`${path}\` \\| [^|]+ \\| (?:yes)? \\| ${comment} \\|`),
      path,
    );
  }
  assert.match(text, /`http.bodyBytesMax` \| 10 MB \| yes \|/);
  assert.match(text, /`query.rowsMax` \| 10,000 \|  \|/);
});

test('a limit without a comment stops the making of the page', () => {
  const silent = new Map([...reported, ['http.bodyBytesMax', ''] as const]);

  assert.throws(() => limitsPage(silent), /no comment.*http\.bodyBytesMax/);
});

test('comments are read from the source, whatever stands around them', () => {
  const source = `
    /** Not of a limit. */
    export const TABLE = {
      first: {
        /** One line. */
        a: 1,
        // Not a doc comment.
        b: 2,
        /**
         * Two
         * lines.
         */
        c: 3 * 4,
      },
      /** On the top. */
      d: 5,
    } as const satisfies object;`;

  assert.deepEqual(
    [...readComments('x.ts', source, 'TABLE')],
    [
      ['first.a', 'One line.'],
      ['first.b', ''],
      ['first.c', 'Two lines.'],
      ['d', 'On the top.'],
    ],
  );
  assert.throws(() => readComments('x.ts', source, 'OTHER'), /no table called OTHER/);
});

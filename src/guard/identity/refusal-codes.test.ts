/** Every reason for which a sign-in is refused is on the pages that people look it up on. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { ERROR_CODES } from '../../spec/codes.ts';

const codesOf = (prefix: string) =>
  Object.keys(ERROR_CODES).filter((code) => code.startsWith(prefix));

/** Codes in the first column of the table. */
function explained(page: string): string[] {
  const text = readFileSync(new URL(`../../../docs/operating/${page}`, import.meta.url), 'utf8');
  const [, section = ''] = text.split('\n## Error codes\n');
  const rows = [...section.matchAll(/^\| (`[A-Z_`, ]+`)\s*\|/gm)];
  return rows.flatMap(([, cell = '']) => [...cell.matchAll(/[A-Z_]+/g)].map(([code]) => code));
}

for (const [prefix, page] of [
  ['SSO_', 'sign-in.md'],
  ['SAML_', 'saml.md'],
] as const) {
  test(`${page} explains every code that begins with ${prefix}, and no other`, () => {
    const found = explained(page).filter((code) => code.startsWith(prefix));
    assert.deepEqual(found.toSorted(), codesOf(prefix).toSorted());
  });
}

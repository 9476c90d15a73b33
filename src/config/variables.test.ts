/**
 * Every variable with what it takes and what it is when unset, in a file people can read: `golden/variables.txt`. Run with
 * XPLAIN_GOLDEN=write to write what comes out now, and read the difference.
 */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Kind } from './kinds.ts';
import { VARIABLES } from './variables.ts';

const path = join(import.meta.dirname, 'golden', 'variables.txt');

interface Shown {
  readonly kind: Kind<unknown>;
  readonly byDefault: unknown;
  readonly whenUnset?: string;
}

function line([name, { kind, byDefault, whenUnset }]: [string, Shown]): string {
  const unset = byDefault === undefined ? `(${whenUnset ?? 'nothing'})` : kind.show(byDefault);
  return `${name}${kind.isSecret === true ? ' [secret]' : ''} = ${unset}\n  ${kind.expected}\n`;
}

test('every variable takes what is written of it, and is that when unset', () => {
  const shown = Object.entries<Shown>(VARIABLES).map(line).join('');
  if (process.env['XPLAIN_GOLDEN'] === 'write') writeFileSync(path, shown);

  assert.equal(shown, readFileSync(path, 'utf8'));
});

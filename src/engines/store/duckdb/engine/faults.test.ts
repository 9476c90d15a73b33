import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIST_TOO_LONG, VALUE_TOO_LARGE } from '../../sql.ts';
import { UntranslatableStatement } from '../dialect/translate.ts';
import { codeOf, isFatal, NumberedFault } from './faults.ts';

/** What the engine says, the number it goes by, and whether it needs a new start. */
const FAULTS: readonly (readonly [string, number, boolean])[] = [
  [
    'IO Error: Database "d20261116" has been invalidated because checkpointing failed. Detach and reattach it before using it again. Original error: failed to allocate data of size 3.0 MiB (244.6 MiB/240.0 MiB used)',
    210,
    true,
  ],
  [
    'Invalid Input Error: Attempting to execute an unsuccessful or closed pending query result\nError: FATAL Error: Failed: database has been invalidated because of a previous fatal error.',
    210,
    true,
  ],
  ['FATAL Error: Failed to create checkpoint: Out of Memory Error: no room', 210, true],
  ['Out of Memory Error: failed to allocate data of size 3.0 MiB', 241, false],
  ['Invalid Error: Out of Memory Error: failed to pin block', 241, false],
  [
    'TransactionContext Error: Failed to commit: failed to pin block of size 256.0 KiB (239.9 MiB/240.0 MiB used)',
    241,
    false,
  ],
  ['Failed to append: failed to allocate data of size 16.0 KiB (247.1 MiB used)', 241, false],
  ['Failed to append: could not allocate block of size 32.0 KiB (247.4 MiB used)', 241, false],
  ['Out of Memory', 241, false],
  ['INTERRUPT Error: Interrupted!', 394, false],
  ['Parser Error: Maximum recursion depth exceeded', 306, false],
  ['Parser Error: Max expression depth limit of 1000 exceeded', 306, false],
  ['IO Error: Could not write file: No space left on device', 243, false],
  [`Invalid Input Error: ${LIST_TOO_LONG}`, 395, false],
  [`Invalid Input Error: ${VALUE_TOO_LARGE}`, 395, false],
  ['Binder Error: Referenced column "x" not found', 62, false],
];

test('what the engine says goes by its number, and what only a new start mends is known', () => {
  const seen = FAULTS.map(([text]) => [text, codeOf(new Error(text)), isFatal(new Error(text))]);

  assert.deepEqual(seen, FAULTS);
});

test('a failure that has its number keeps it, and what is no error is refused', () => {
  assert.equal(codeOf(new NumberedFault(159, 'FATAL only by its words')), 159);
  assert.equal(codeOf(new UntranslatableStatement('Out of Memory Error')), 62);
  assert.deepEqual([codeOf('FATAL'), isFatal('FATAL')], [62, false]);
});

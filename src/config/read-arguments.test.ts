import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StartError } from '../base/errors.ts';
import { readArguments } from './read-arguments.ts';

const WORDS = { options: { from: { type: 'string' } } } as const;

test('words that a program knows are read', () => {
  const read = readArguments('xplain restore', { ...WORDS, args: ['--from', 'a'] });

  assert.equal(read.values.from, 'a');
});

const WRONG: readonly (readonly [args: string[], said: string])[] = [
  [['--help'], "Unknown option '--help'. See: xplain restore --help"],
  [['--from'], "Option '--from <value>' argument missing. See: xplain restore --help"],
  [['--from', '--x'], "Option '--from' argument is ambiguous. See: xplain restore --help"],
  [['x'], "Unexpected argument 'x'. See: xplain restore --help"],
];

for (const [args, said] of WRONG) {
  test(`${args.join(' ')} is a mistake that is said in one line`, () => {
    assert.throws(
      () => readArguments('xplain restore', { ...WORDS, args }),
      (error: unknown) => error instanceof StartError && error.message === said,
    );
  });
}

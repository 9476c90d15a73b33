import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '../../spec/limits.ts';
import { parse } from '../parser/parser.ts';
import { print } from '../print/printer.ts';

const MACROS: Readonly<Record<string, string>> = {
  web: 'index=web',
  slow: 'duration>$1',
  outer: '`web` `slow(5)`',
  loop: '`loop`',
  broken: 'status=',
  tail: '| stats count BY host',
};

function expandMacro(name: string, values: readonly string[]): string | undefined {
  return MACROS[name]?.replaceAll(/\$(\d)/g, (_, digit: string) => values[Number(digit) - 1] ?? '');
}

function printed(text: string): string | undefined {
  const { query } = parse(text, { expandMacro });
  return query && print(query);
}

test('a macro stands for its text, with arguments and with macros inside', () => {
  assert.equal(printed('`web` error'), 'index=web error');
  assert.equal(printed('error `slow(100)`'), 'error duration>100');
  assert.equal(printed('`outer` x'), 'index=web duration>5 x');
  assert.equal(printed('error `tail` | head 1'), 'error | stats count BY host | head 1');
  assert.equal(printed('`slow( "a, b" )`'), 'duration>"a, b"');
});

test('quotes and comments protect what looks like a macro', () => {
  assert.equal(printed('"`web`"'), '"`web`"');
  assert.equal(printed('```a `web` b``` x'), 'x');
});

test('without a source of macros, or without this macro, the call itself is the problem', () => {
  const unknown = parse('a `nope(1)` b', { expandMacro }).diagnostics;
  const without = parse('a `web` b').diagnostics;

  assert.deepEqual(
    unknown.map(({ code, start, end }) => [code, start, end]),
    [['macro-unavailable', 2, 11]],
  );
  assert.deepEqual(
    without.map(({ code, start, end }) => [code, start, end]),
    [['macro-unavailable', 2, 7]],
  );
});

test('problems behind a macro keep their place, those inside point to the call', () => {
  const behind = parse('`web` | nope | head x', { expandMacro }).diagnostics;
  const inside = parse('`web` `broken` | head', { expandMacro }).diagnostics;

  assert.deepEqual(
    behind.map(({ code, start, end }) => [code, start, end]),
    [
      ['unknown-command', 8, 12],
      ['unexpected-token', 20, 21],
    ],
  );
  assert.deepEqual(
    inside.map(({ start }) => start),
    [15],
  );
  const [problem] = parse('`loose`', { expandMacro: () => 'a (b' }).diagnostics;
  assert.deepEqual([problem?.start, problem?.end, problem?.fix], [0, 7, undefined]);
});

test('macros that call each other without end, or too often, are cut off', () => {
  const looping = parse('`loop`', { expandMacro }).diagnostics;
  const often = parse('`web` '.repeat(LIMITS.query.macrosMax + 1), { expandMacro }).diagnostics;
  const allowed = parse('`web` '.repeat(LIMITS.query.macrosMax), { expandMacro });
  let depth = 0;
  const nested = (max: number): unknown[] => {
    depth = 0;
    const expand = (): string => (++depth < max ? `\`deeper${depth}\`` : 'x');
    return [...parse('`first`', { expandMacro: expand }).diagnostics];
  };

  assert.equal(looping[0]?.code, 'macro-too-deep');
  assert.equal(often[0]?.code, 'macro-too-deep');
  assert.ok(allowed.query);
  assert.equal(nested(LIMITS.query.macroNestingMax).length, 0);
  assert.equal(nested(LIMITS.query.macroNestingMax + 1).length, 1);
});

test('a query that grows too long with its macros is refused', () => {
  const text = '`big`';
  const expandBig = (): string => 'a'.repeat(LIMITS.query.textCharactersMax + 1);

  assert.equal(parse(text, { expandMacro: expandBig }).diagnostics[0]?.code, 'text-too-long');
});

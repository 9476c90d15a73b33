/** What macros give for the values of a call, and how queries that call them are read. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lint } from '../lint/lint.ts';
import { createExpander, macroProblem } from './macro-definitions.ts';
import { expandMacros, type MacroDefinition } from './macros.ts';
import { parse } from '../parser/parser.ts';

const MACROS: readonly MacroDefinition[] = [
  { name: 'web', arguments: [], definition: 'index=web' },
  { name: 'slow', arguments: ['ms'], definition: 'duration>$ms$' },
  { name: 'slow', arguments: ['ms', 'host'], definition: 'duration>$ms$ host=$host$' },
  {
    name: 'days',
    arguments: ['n'],
    definition: 'age>$n$',
    validation: 'isnum(n) AND n>0',
    errorMessage: 'n is a number of days.',
  },
  {
    name: 'said',
    arguments: ['n'],
    definition: '$n$',
    validation: 'if(isint($n$), null(), "no whole number")',
  },
  {
    name: 'where_from',
    arguments: ['stage'],
    isEval: true,
    definition: 'case("$stage$"="prod", "index=prod", true(), "index=" . lower("$stage$"))',
  },
  { name: 'a', arguments: [], definition: '`b(1)`' },
  { name: 'b', arguments: ['x'], definition: '`a`' },
  { name: 'broken', arguments: [], definition: 'x | head y' },
  { name: 'ctime', arguments: ['field'], definition: 'eval $field$="own"' },
];
const expandMacro = createExpander(MACROS);

const TEXTS: readonly (readonly [call: string, text: string])[] = [
  ['`web`', 'index=web'],
  ['`slow(5)`', 'duration>5'],
  ['`slow(5, "a b")`', 'duration>5 host=a b'],
  ['`slow(host=h, ms=7)`', 'duration>7 host=h'],
  ['`slow($host$, x)`', 'duration>$host$ host=x'],
  ['`days(3)`', 'age>3'],
  ['`said(3)`', '3'],
  ['`where_from(prod)`', 'index=prod'],
  ['`where_from(TEST)`', 'index=test'],
  ['`ctime(f)`', 'eval f="own"'],
  ['`comment("anything | at all")`', ''],
  ['`drop_dm_object_name("Processes")`', 'rename "Processes.*" AS *'],
  ['`some_detection_filter`', 'search *'],
];

for (const [call, text] of TEXTS) {
  test(`${call} stands for ${text}`, () => {
    assert.deepEqual(
      [expandMacros(call, expandMacro).text, expandMacros(call, expandMacro).diagnostics],
      [text, []],
    );
  });
}

const REFUSED: readonly (readonly [call: string, message: string])[] = [
  ['`nope`', 'Unknown macro `nope`.'],
  ['`web(1)`', 'The macro `web` takes 0 arguments, not 1.'],
  ['`slow`', 'The macro `slow` takes 1 or 2 arguments, not 0.'],
  ['`security_content_ctime`', 'The macro `security_content_ctime` takes 1 argument, not 0.'],
  ['`days(-1)`', 'The macro `days` rejected its arguments: n is a number of days.'],
  ['`days(x)`', 'The macro `days` rejected its arguments: n is a number of days.'],
  ['`said(1.5)`', 'The macro `said` rejected its arguments: no whole number'],
  ['`a`', 'A macro refers to itself: `a` → `b(1)` → `a`.'],
];

for (const [call, message] of REFUSED) {
  test(`${call} is refused at its place`, () => {
    const text = `x ${call} | head 1`;
    const { query, diagnostics } = parse(text, { expandMacro });

    assert.equal(query, undefined);
    assert.deepEqual(
      diagnostics.map((each) => [text.slice(each.start, each.end), each.message]),
      [[call, message]],
    );
  });
}

test('a problem inside of a macro names it and points to its call', () => {
  const text = 'level=error `broken`';
  const [problem] = parse(text, { expandMacro }).diagnostics;

  assert.equal(text.slice(problem?.start, problem?.end), '`broken`');
  assert.match(problem?.message ?? '', /^In the macro `broken`: Expected .* found `y`\.$/);
});

test('places of the tree are those of the text as given; the expanded text has a tree of its own', () => {
  const text = '`web` | bin duration start=1 end=90 | `ctime(x)` | table x';
  const { query, expanded } = parse(text, { expandMacro });
  const places = query?.stages.map(({ start, end }) => text.slice(start, end));

  assert.deepEqual(places, ['`web`', 'bin duration start=1 end=90', '`ctime(x)`', 'table x']);
  const [, bin] = query?.stages ?? [];
  assert.deepEqual(bin?.kind === 'bin' && [bin.options.start, bin.options.end], [1, 90]);
  assert.equal(expanded?.text, 'index=web | bin duration start=1 end=90 | eval x="own" | table x');
  assert.equal(expanded?.query.stages[2]?.start, 42);
  assert.equal(parse('index=web').expanded, undefined);
});

test('advice about what is in a macro stands at its call, and offers no change there', () => {
  const text = '`odd` c';
  const result = parse(text, { expandMacro: () => 'a or b' });

  const [advice] = lint(result);

  assert.equal(advice?.code, 'lowercase-operator');
  assert.equal(text.slice(advice?.start, advice?.end), '`odd`');
  assert.equal(advice?.fix, undefined);
});

test('a definition that can never be used is told before it is kept', () => {
  const of = (macro: Partial<MacroDefinition>) =>
    macroProblem({ name: 'm', arguments: ['x'], definition: '"a"', ...macro })?.path;

  assert.equal(of({}), undefined);
  assert.equal(of({ isEval: true }), undefined);
  assert.equal(of({ isEval: true, definition: '"a' }), 'definition');
  assert.equal(of({ isEval: true, definition: 'replace("a", "(a+)+", "b")' }), 'definition');
  assert.equal(of({ validation: 'isnum($x$)' }), undefined);
  assert.equal(of({ validation: 'match(x, "a")' }), 'validation');
  assert.equal(of({ validation: 'x >' }), 'validation');
});

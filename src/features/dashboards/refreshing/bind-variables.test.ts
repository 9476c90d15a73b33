import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../../../base/errors.ts';
import { completeDefinition, type CompleteVariable } from '../../../contract/definition-form.ts';
import type { DashboardDefinition } from '../../../contract/dashboard-definition.ts';
import { dashboardOf } from '../../../../test/support/dashboards/dashboards.ts';
import { HOUR_MS } from '../../../spec/units.ts';
import { boundVariable, chosenValues, refuseUnknown } from './bind-variables.ts';
import {
  boundVariables,
  plainAnswer,
  readOptions,
  resolveVariables,
  usedBy,
} from './resolve-variables.ts';

type Variable = NonNullable<DashboardDefinition['variables']>[number];

function variableOf(variable: object): CompleteVariable {
  const { variables } = completeDefinition(
    dashboardOf([], { variables: [{ name: 'v', ...variable } as Variable] }),
  );
  return variables[0] ?? assert.fail();
}

const OPTIONS = [{ value: 'a' }, { value: 'b', label: 'Bee' }];
const TEXT = variableOf({ type: 'text', default: 'x' });
const INTERVAL = variableOf({ type: 'interval' });
const LIST = variableOf({ type: 'list', options: OPTIONS, all: false });
const MANY = variableOf({ type: 'list', options: OPTIONS, multiple: true, all: true });
const QUERY = variableOf({ type: 'query', query: '* | stats count BY a', all: false });
const ANY = variableOf({ type: 'query', query: '*', multiple: true, all: true });
const RANGE = { from: 0, to: HOUR_MS };

test('what was chosen counts, or what is chosen at first', () => {
  const cases: [
    CompleteVariable,
    string | readonly string[] | undefined,
    readonly string[] | undefined,
  ][] = [
    [TEXT, undefined, ['x']],
    [TEXT, 'y', ['y']],
    [TEXT, '', []],
    [TEXT, [], []],
    [TEXT, 'x'.repeat(200), ['x'.repeat(200)]],
    [INTERVAL, undefined, ['auto']],
    [INTERVAL, '5m', ['5m']],
    [INTERVAL, [], ['auto']],
    [LIST, undefined, ['a']],
    [LIST, 'b', ['b']],
    [LIST, ['b', ''], ['b']],
    [LIST, '', ['a']],
    [MANY, undefined, []],
    [MANY, ['b', 'a', 'b'], ['b', 'a']],
    [QUERY, undefined, undefined],
    [QUERY, 'z', ['z']],
    [ANY, undefined, []],
    [ANY, ['z', 'y'], ['z', 'y']],
  ];
  for (const [variable, given, expected] of cases) {
    const chosen = given === undefined ? {} : { v: given as string };
    assert.deepEqual(chosenValues(variable, chosen), expected, `${variable.type} ${String(given)}`);
  }
  assert.deepEqual(chosenValues({ ...TEXT, name: 'toString' }, {}), ['x']);
});

test('what cannot be chosen is refused at the variable', () => {
  const intervals = 'Must be one of auto, 10s, 30s, 1m, 5m, 15m, 30m, 1h, 6h, 12h, 1d.';
  const cases: [CompleteVariable, string | string[], message: string][] = [
    [TEXT, ['a', 'b'], 'This variable takes one value.'],
    [TEXT, 'x'.repeat(201), 'At most 200 characters.'],
    [INTERVAL, '7m', intervals],
    [INTERVAL, ['5m', '1h'], intervals],
    [LIST, 'c', 'A value is not one of the options.'],
    [LIST, ['a', 'b'], 'Only one value is allowed.'],
    [MANY, ['a', 'c'], 'A value is not one of the options.'],
    [QUERY, ['a', 'b'], 'Only one value is allowed.'],
  ];
  const refusal = (path: string, message: string) => (error: unknown) => {
    assert.ok(error instanceof AppError);
    assert.deepEqual(error.facts.details, [{ path, message }]);
    return true;
  };
  for (const [variable, given, message] of cases) {
    assert.throws(() => chosenValues(variable, { v: given }), refusal('variables.v', message));
  }
  const unknown = refusal('variables.w', 'No such variable in this dashboard.');
  assert.throws(() => refuseUnknown([TEXT], { v: 'a', w: 'b' }), unknown);
  assert.doesNotThrow(() => refuseUnknown([TEXT], { v: 'a' }));
});

test('values are bound as their kind says', () => {
  assert.deepEqual(boundVariable(TEXT, ['x'], RANGE), { values: ['x'], hasWildcards: false });
  assert.deepEqual(boundVariable(variableOf({ type: 'text', wildcards: true }), ['x*'], RANGE), {
    values: ['x*'],
    hasWildcards: true,
  });
  assert.deepEqual(boundVariable(LIST, ['a'], RANGE), { values: ['a'], use: 'value' });
  assert.deepEqual(boundVariable(QUERY, ['a'], RANGE), { values: ['a'] });
  assert.deepEqual(boundVariable(INTERVAL, ['5m'], RANGE), { values: ['5m'] });
  assert.deepEqual(boundVariable(INTERVAL, ['auto'], RANGE), { values: ['30s'] });
});

test('variables are bound once their values are known, and used where a text names them', () => {
  const second = { ...QUERY, name: 'w' };
  const resolved = resolveVariables([TEXT, second], {});

  assert.deepEqual(resolved, [
    { variable: TEXT, values: ['x'] },
    { variable: second, values: undefined },
  ]);
  assert.deepEqual([...boundVariables(resolved, RANGE).keys()], ['v']);
  const used = (...texts: (string | null)[]): string[] =>
    usedBy(resolved, texts).map(({ variable }) => variable.name);
  assert.deepEqual(
    [used('a=$v$'), used(null, 'b=$w$ $v$'), used('v $x$', null), used()],
    [['v'], ['v', 'w'], [], []],
  );
});

test('options are the columns value and label, or the first, without what cannot be chosen', () => {
  const columns = (...names: string[]) => names.map((name) => ({ name, type: 'text' as const }));
  const long = 'x'.repeat(501);

  assert.deepEqual(
    readOptions({
      columns: columns('other', 'label', 'value'),
      rows: [
        { other: 'o', label: 'A', value: 'a' },
        { label: '', value: 'b' },
        { label: 'again', value: 'a' },
        { label: 'none', value: null },
        { label: 'long', value: long },
        { label: 'fits', value: long.slice(1) },
      ],
    }),
    {
      options: [
        { value: 'a', label: 'A' },
        { value: 'b', label: 'b' },
        { value: long.slice(1), label: 'fits' },
      ],
      isCut: false,
    },
  );
  assert.deepEqual(readOptions({ columns: columns('host'), rows: [{ host: 1 }] }).options, [
    { value: '1', label: '1' },
  ]);
  assert.deepEqual(readOptions({ columns: [], rows: [{}] }), { options: [], isCut: false });
  const many = (length: number) => {
    const rows = Array.from({ length }, (_, at) => ({ host: `h${at}` }));
    const { options, isCut } = readOptions({ columns: columns('host'), rows });
    return [options.length, isCut];
  };
  assert.deepEqual(
    [many(500), many(501)],
    [
      [500, false],
      [500, true],
    ],
  );
});

test('options of a list are told with their names, and others have none', () => {
  assert.deepEqual(plainAnswer({ variable: LIST, values: ['b'] }), {
    values: ['b'],
    options: [
      { value: 'a', label: 'a' },
      { value: 'b', label: 'Bee' },
    ],
    isCut: false,
  });
  assert.deepEqual(plainAnswer({ variable: TEXT, values: undefined }), {
    values: [],
    options: [],
    isCut: false,
  });
});

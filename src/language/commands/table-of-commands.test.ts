import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '../../spec/limits.ts';
import { EVAL_FUNCTIONS } from '../functions/eval-functions.ts';
import type { EvalFunction, StatsFunction } from '../functions/signature.ts';
import { findStatsFunction, STATS_FUNCTIONS } from '../functions/stats-functions.ts';
import { lint } from '../lint/lint.ts';
import { parse } from '../parser/parser.ts';
import { print } from '../print/printer.ts';
import { FOREIGN_COMMANDS, REFUSED_COMMANDS } from './refused.ts';
import { COMMAND_NAMES, COMMANDS, findCommand } from './table-of-commands.ts';
import { examplesOf } from './examples/examples.ts';
import { summaryOf } from '../functions/function-summaries.ts';
import { FUNCTION_EXAMPLES } from '../functions/function-examples.ts';

test('every command explains itself, with examples that need no advice', () => {
  for (const [name, command] of Object.entries(COMMANDS)) {
    assert.equal(command.name, name);
    assert.match(command.summary, /^[A-Z].*\.$/, name);
    assert.ok(command.syntax.includes(name), name);
    assert.ok(examplesOf(command).length >= 2, `${name} has too few examples`);
    for (const { query, does } of examplesOf(command)) {
      const result = parse(query);
      assert.deepEqual(result.diagnostics, [], query);
      assert.ok(
        result.query?.stages.some((stage) => stage.kind === name) ||
          print(result.query ?? assert.fail()).includes(name),
        `${query} does not show ${name}`,
      );
      assert.deepEqual(
        lint(result).filter(({ severity }) => severity === 'warning'),
        [],
        query,
      );
      assert.match(does, /^[A-Z].*\.$/, query);
    }
    for (const option of command.options) {
      assert.match(option.summary, /\.$/, `${name} ${option.name}`);
    }
  }
});

test('what is refused is not offered, what is foreign leads to a command', () => {
  for (const [name, reason] of Object.entries(REFUSED_COMMANDS)) {
    assert.equal(findCommand(name), undefined, name);
    assert.match(reason, /\.$/, name);
    assert.equal(parse(`* | ${name}`).diagnostics[0]?.code, 'refused-command');
  }
  for (const [foreign, name] of Object.entries(FOREIGN_COMMANDS)) {
    assert.equal(findCommand(foreign), undefined, foreign);
    assert.ok(findCommand(name), name);
    assert.ok(!Object.hasOwn(REFUSED_COMMANDS, foreign), foreign);
  }
});

test('names are not case-sensitive, and aliases lead to their command', () => {
  assert.equal(findCommand('STATS')?.name, 'stats');
  assert.equal(findCommand('bucket')?.name, 'bin');
  assert.equal(findCommand('constructor'), undefined);
  assert.equal(new Set(COMMAND_NAMES).size, COMMAND_NAMES.length);
});

test('every function of eval explains itself with an example that can be read', () => {
  for (const [name, facts] of Object.entries<EvalFunction>(EVAL_FUNCTIONS)) {
    assert.match(summaryOf(name), /\.$/, name);
    const example = FUNCTION_EXAMPLES[name] ?? '';
    const isCondition = facts.result === 'boolean' && !example.startsWith('if(');
    const query =
      isCondition && !example.startsWith('case(')
        ? `* | where ${example}`
        : `* | eval x=${example}`;
    assert.deepEqual(parse(query).diagnostics, [], query);
    assert.ok(example.includes(`${name}(`), name);
  }
});

test('every aggregation explains itself and can be read', () => {
  for (const [name, facts] of Object.entries<StatsFunction>(STATS_FUNCTIONS)) {
    assert.match(facts.summary, /\.$/, name);
    const spelling = facts.percentile === true ? `${name}95` : name;
    assert.equal(findStatsFunction(spelling)?.name, name);
    const command = facts.timechartOnly === true ? 'timechart' : 'stats';
    // It takes an aggregation itself.
    const argument = name === 'sparkline' ? 'avg(a)' : 'a';
    assert.deepEqual(parse(`* | ${command} ${spelling}(${argument})`).diagnostics, [], spelling);
  }
  assert.ok(STATS_FUNCTIONS.list.summary.includes(String(LIMITS.query.listValuesMax)));
  assert.equal(findStatsFunction('p'), undefined);
  assert.equal(findStatsFunction('count95'), undefined);
  assert.equal(findStatsFunction('p100')?.percentile, 100);
  assert.equal(findStatsFunction('p101'), undefined);
});

test('the functions people use most are there', () => {
  const scalar =
    'if case coalesce isnull isnotnull null nullif match like replace substr len lower upper trim split mvcount mvindex mvjoin mvfind mvfilter mvdedup tonumber tostring round floor ceiling abs pow sqrt log exp min max now time relative_time strftime strptime cidrmatch md5 sha1 sha256 json_extract spath urldecode typeof searchmatch true false';
  const aggregate =
    'count dc distinct_count estdc sum sumsq avg mean median mode range var stdev stdevp rate min max first last earliest latest values list perc95 p95 exactperc95';

  assert.deepEqual(
    scalar.split(' ').filter((name) => !Object.hasOwn(EVAL_FUNCTIONS, name)),
    [],
  );
  assert.deepEqual(
    aggregate.split(' ').filter((name) => findStatsFunction(name) === undefined),
    [],
  );
});

test('a chart without options has the usual number of buckets and series', () => {
  const [, chart] = parse('* | timechart count BY host').query?.stages ?? [];
  assert.ok(chart?.kind === 'timechart');

  assert.equal(chart.options.bins, LIMITS.query.bucketsDefault);
  assert.deepEqual(chart.options.limit, { count: LIMITS.query.seriesDefault, end: 'top' });
});

test('options that bound something stop at the limit', () => {
  const { bucketsMax, joinRowsMax, madeRowsMax, subsearchRowsMax, transactionEventsMax } =
    LIMITS.query;
  const rows: readonly (readonly [max: number, query: (value: number) => string])[] = [
    [bucketsMax, (value) => `* | timechart bins=${value} count`],
    [joinRowsMax, (value) => `* | append maxout=${value} [search a]`],
    [madeRowsMax, (value) => `| makeresults count=${value}`],
    [subsearchRowsMax, (value) => `* | format maxresults=${value}`],
    [transactionEventsMax, (value) => `* | transaction a maxevents=${value}`],
  ];
  for (const [max, query] of rows) {
    assert.deepEqual(parse(query(max)).diagnostics, [], query(max));
    assert.equal(parse(query(max + 1)).diagnostics[0]?.code, 'invalid-value', query(max + 1));
  }
});

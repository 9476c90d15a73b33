import { xml } from '../escape.ts';
import type { CheckResult, Report } from './outcome.ts';
import { lineNote } from './text-report.ts';

/** JUnit XML as CI systems read it: failures are failures, and what could not be evaluated is an error. */
export function junitReport(report: Report): string {
  const cases = report.results.map(testCase);
  const { notEvaluated } = report;
  if (notEvaluated !== undefined) {
    // Items skipped because of an earlier failure don't count as a second problem.
    const isError = report.outcome === 'not_evaluable';
    cases.push({
      className: 'evaluation',
      name: 'criteria',
      inner: element(isError ? 'error' : 'skipped', notEvaluated),
    });
  }
  const count = (tag: string): number =>
    cases.filter(({ inner }) => inner.startsWith(`<${tag} `)).length;
  const facts =
    `name="${xml(report.name)}" tests="${cases.length}" failures="${count('failure')}" ` +
    `errors="${count('error')}" skipped="${count('skipped')}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${facts}>`,
    `  <testsuite ${facts}>`,
    ...cases.map(
      ({ className, name, inner }) =>
        `    <testcase classname="xplain.${className}" name="${xml(name)}">${inner}</testcase>`,
    ),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

interface TestCase {
  readonly className: string;
  readonly name: string;
  readonly inner: string;
}

function testCase(result: CheckResult): TestCase {
  const { by, id, outcome } = result;
  const text = `${result.message}${lineNote(result)}`;
  const base = { className: by, name: id };
  switch (outcome) {
    case 'passed':
      return { ...base, inner: `<system-out>${xml(text)}</system-out>` };
    case 'failed':
      return { ...base, inner: element('failure', text) };
    case 'not_evaluable':
      return { ...base, inner: element('error', text) };
  }
}

function element(tag: 'failure' | 'error' | 'skipped', text: string): string {
  return `<${tag} message="${xml(text)}"></${tag}>`;
}

import type { TestEvent } from 'node:test/reporters';
import { stripVTControlCharacters } from 'node:util';
import { SHOWN } from '../test/support/show-in-report.ts';

/** What the runner wants to know of one test file, one JSON object a line. */
export type TestNote =
  | { readonly kind: 'shown'; readonly line: string }
  | { readonly kind: 'skip'; readonly name: string; readonly reason: string; readonly file: string }
  | { readonly kind: 'begin' | 'end'; readonly test: string }
  | { readonly kind: 'failure'; readonly test: string; readonly text: string }
  | { readonly kind: 'summary'; readonly counts: TestCounts };

export interface TestCounts {
  readonly tests: number;
  readonly suites: number;
  readonly passed: number;
  readonly failed: number;
  readonly cancelled: number;
  readonly skipped: number;
  readonly todo: number;
}

/** A reporter for `--test-reporter`, which takes it as a default export. */
export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const event of events) {
    const note = noteOf(event);
    if (note !== undefined) yield `${JSON.stringify(note)}\n`;
  }
}

function noteOf(event: TestEvent): TestNote | undefined {
  if (event.type === 'test:summary') {
    const { tests, passed, cancelled, skipped, todo, suites } = event.data.counts;
    const failed = tests - passed - cancelled - skipped - todo;
    const counts = { tests, suites, passed, failed, cancelled, skipped, todo };
    return { kind: 'summary', counts };
  }
  if (event.type === 'test:dequeue') return { kind: 'begin', test: told(event.data) };
  if (event.type === 'test:complete') return { kind: 'end', test: told(event.data) };
  if (event.type === 'test:diagnostic' && event.data.message.startsWith(SHOWN)) {
    return { kind: 'shown', line: event.data.message.slice(SHOWN.length) };
  }
  if (event.type === 'test:fail') return failureOf(event.data);
  if (event.type !== 'test:pass') return undefined;
  const { name, skip, file = '' } = event.data;
  if (skip === undefined || skip === false) return undefined;
  return { kind: 'skip', name, reason: skip === true ? 'no reason given' : skip, file };
}

/** A suite fails because a test in it does, which has its own note. */
function failureOf(data: TestFailure): TestNote | undefined {
  const { cause, failureType, message } = data.details.error as TestError;
  if (failureType === 'subtestsFailed' || data.todo !== undefined) return undefined;
  const text = cause instanceof Error ? (cause.stack ?? cause.message) : message;
  return { kind: 'failure', test: told(data), text: stripVTControlCharacters(text) };
}

type TestFailure = Extract<TestEvent, { type: 'test:fail' }>['data'];

/** Node's types lack the reason why a test counts as failed. */
interface TestError extends Error {
  readonly failureType?: string;
}

function told({ name, line }: { readonly name: string; readonly line?: number }): string {
  return line === undefined ? name : `${name} (line ${line})`;
}

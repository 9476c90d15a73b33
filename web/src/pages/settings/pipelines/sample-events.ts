/** Events to try a pipeline on: found by a search, or typed. */
import type { PipelineTest } from '../../../../../src/contract/pipelines.ts';
import { LIMITS } from '../../../../../src/spec/limits.ts';
import { textOf } from '../../../api/event-row.ts';

type TestEvent = PipelineTest['events'][number];

/** Fields of a row that are no attributes. */
const OWN = new Set(['_time', '_id', '_index', 'event', 'level', 'source']);

export function eventOfRow(row: object): TestEvent {
  const names = Object.keys(row).filter((name) => !OWN.has(name) && textOf(row, name) !== '');
  const attributes = names
    .slice(0, LIMITS.events.attributesMax)
    .map((name) => [name, textOf(row, name)] as const);
  return {
    event: textOf(row, 'event'),
    level: textOf(row, 'level'),
    source: textOf(row, 'source'),
    timestamp: textOf(row, '_time'),
    index: textOf(row, '_index'),
    attributes: Object.fromEntries(attributes),
  };
}

/** One event per line; empty lines are none. */
export function eventsOfLines(text: string): TestEvent[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, LIMITS.pipelines.testEventsMax)
    .map((event) => ({ event }));
}

/** Events to try a pipeline on: found by a search, or typed. */
import type { PipelineTest } from '../../../../../src/contract/pipelines.ts';
import { LIMITS } from '../../../../../src/spec/limits.ts';
import { fieldText } from '../../../data/field-text.ts';

type TestEvent = PipelineTest['events'][number];

/** Fields of a row that are no attributes. */
const OWN = new Set(['_time', '_id', '_index', 'event', 'level', 'source']);

export function eventOfRow(row: object): TestEvent {
  const names = Object.keys(row).filter((name) => !OWN.has(name) && fieldText(row, name) !== '');
  const attributes = names
    .slice(0, LIMITS.events.attributesMax)
    .map((name) => [name, fieldText(row, name)] as const);
  return {
    event: fieldText(row, 'event'),
    level: fieldText(row, 'level'),
    source: fieldText(row, 'source'),
    timestamp: fieldText(row, '_time'),
    index: fieldText(row, '_index'),
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

import type { StepOf } from '../../../contract/pipelines.ts';
import type { Limits } from '../../../spec/limits.ts';
import { type PipelineEvent, readField, writeParsed } from '../pipeline-event.ts';
import { missed, type Step } from './step.ts';

/** Nesting beyond this is kept as JSON text; it bounds the recursion, not the data. */
const DEPTH_MAX = 16;

export function parseJsonStep({ field = 'event', prefix = '', isOptional }: Options): Step {
  const isNot = missed(isOptional, 'the field is not a JSON object');
  return (event, { limits }) => {
    const text = readField(event, field)?.trim();
    if (text === undefined || !text.startsWith('{')) return isNot;
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return isNot;
    }
    flatten(event, prefix, value, limits.events, 0);
    return 'done';
  };
}

type Options = StepOf<'parse_json'>;

function flatten(
  event: PipelineEvent,
  name: string,
  value: unknown,
  limits: Limits['events'],
  depth: number,
): void {
  if (value === null || value === undefined) return;
  if (typeof value === 'object' && !Array.isArray(value) && depth < DEPTH_MAX) {
    const join = depth === 0 ? '' : '.';
    for (const [key, inner] of Object.entries(value)) {
      flatten(event, `${name}${join}${key}`, inner, limits, depth + 1);
    }
    return;
  }
  writeParsed(event, name, textOf(value), limits);
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : JSON.stringify(value);
}

import type { StepOf } from '../../../contract/pipeline-steps.ts';
import { type PipelineEvent, readField, type Room, writeParsed } from '../pipeline-event.ts';
import { missed, type Step } from './step.ts';

/** Deeper nesting is kept as JSON text; this bounds the recursion, not the data. */
const DEPTH_MAX = 16;

export function parseJsonStep({ field = 'event', prefix = '', isOptional }: Options): Step {
  const isNot = missed(isOptional, 'the field is not a JSON object');
  return (event, { room }) => {
    const text = readField(event, field)?.trim();
    if (text === undefined || !text.startsWith('{')) return isNot;
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return isNot;
    }
    flatten(event, prefix, value, room, 0);
    return 'done';
  };
}

type Options = StepOf<'parse_json'>;

function flatten(
  event: PipelineEvent,
  name: string,
  value: unknown,
  room: Room,
  depth: number,
): void {
  if (value === null || value === undefined) return;
  if (typeof value === 'object' && !Array.isArray(value) && depth < DEPTH_MAX) {
    const join = depth === 0 ? '' : '.';
    for (const [key, inner] of Object.entries(value)) {
      flatten(event, `${name}${join}${key}`, inner, room, depth + 1);
    }
    return;
  }
  writeParsed(event, name, textOf(value), room);
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : JSON.stringify(value);
}

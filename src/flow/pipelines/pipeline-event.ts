import { cutText } from '../../base/cut-text.ts';
import { canonicalField } from '../../language/index.ts';
import type { Limits } from '../../spec/limits.ts';

/** An event on its way in, as far as pipelines read and change it. */
export interface PipelineEvent {
  index: string;
  retentionDays: number;
  timestamp: number;
  readonly receivedAt: number;
  level: string;
  source: string;
  readonly id: string;
  body: string;
  attributes: [key: string, value: string][];
}

/** What pipelines know of the limits. */
export type PipelineLimits = Pick<Limits, 'events' | 'pipelines'>;

/** Tells why a step could not do its work: `<pipeline>: <step>: <reason>`. */
export const ERROR_ATTRIBUTE = '_pipeline_error';

/** Names that are no attributes, and that a step changes only if it is made for it. */
const FIXED_FIELDS: ReadonlySet<string> = new Set(['index', '_time', '_id', ERROR_ATTRIBUTE]);

export function isFixedField(name: string): boolean {
  return FIXED_FIELDS.has(canonicalField(name));
}

/** The value of a field by the names searches use; undefined when the event has none. */
export function readField(event: PipelineEvent, name: string): string | undefined {
  switch (name) {
    case 'event':
    case '_raw':
      return event.body;
    case 'level':
      return event.level;
    case 'source':
      return event.source;
    case 'index':
    case '_index':
      return event.index;
    case '_time':
      return new Date(event.timestamp).toISOString();
    case '_id':
      return event.id === '' ? undefined : event.id;
    default:
      return attributeOf(event, name)?.[1];
  }
}

/** False when there is no room for a further attribute. The name is not one of the fixed ones. */
export function writeField(
  event: PipelineEvent,
  name: string,
  value: string,
  limits: Limits['events'],
): boolean {
  switch (name) {
    case 'event':
    case '_raw':
      event.body = cutText(value, limits.bodyBytesMax);
      return true;
    case 'level':
      event.level = value.trim().toLowerCase() || event.level;
      return true;
    case 'source':
      event.source = cutText(value, limits.attributeValueBytesMax) || event.source;
      return true;
    default:
      return writeAttribute(event, name, value, limits);
  }
}

/**
 * What a parser found. Names that mean something else in an event get a prefix, so that no line of text can
 * move an event or hide what it said.
 */
export function writeParsed(
  event: PipelineEvent,
  name: string,
  value: string,
  limits: Limits['events'],
): void {
  const isTaken = isFixedField(name) || canonicalField(name) === 'event';
  writeField(event, isTaken ? `parsed.${name}` : name, value, limits);
}

export function writeAttribute(
  event: PipelineEvent,
  name: string,
  value: string,
  limits: Limits['events'],
): boolean {
  const isLong = name.length > limits.attributeKeyCharactersMax;
  // Counted in characters as people see them, so that none is torn.
  const key = isLong ? Array.from(name).slice(0, limits.attributeKeyCharactersMax).join('') : name;
  const text = cutText(value, limits.attributeValueBytesMax);
  const present = attributeOf(event, key);
  if (present !== undefined) present[1] = text;
  else if (event.attributes.length >= limits.attributesMax) return false;
  else event.attributes.push([key, text]);
  return true;
}

/** Takes the field away. Text and source are always there and become empty, the level becomes `info`. */
export function removeField(event: PipelineEvent, name: string): void {
  switch (name) {
    case 'event':
    case '_raw':
      event.body = '';
      return;
    case 'level':
      event.level = 'info';
      return;
    case 'source':
      event.source = '';
      return;
    default: {
      const at = event.attributes.findIndex(([key]) => key === name);
      if (at >= 0) event.attributes.splice(at, 1);
    }
  }
}

/** The mark must be seen: it takes the place of the last attribute when all are taken. */
export function markError(event: PipelineEvent, text: string, limits: PipelineLimits): void {
  const max = limits.pipelines.errorCharactersMax;
  const before = attributeOf(event, ERROR_ATTRIBUTE);
  const whole = before === undefined ? text : `${before[1]}; ${text}`;
  const mark = Array.from(whole.slice(0, max * 2))
    .slice(0, max)
    .join('');
  const isFull = event.attributes.length >= limits.events.attributesMax;
  if (isFull && before === undefined) event.attributes.pop();
  writeAttribute(event, ERROR_ATTRIBUTE, mark, limits.events);
}

function attributeOf(event: PipelineEvent, name: string): [string, string] | undefined {
  for (const attribute of event.attributes) if (attribute[0] === name) return attribute;
  return undefined;
}

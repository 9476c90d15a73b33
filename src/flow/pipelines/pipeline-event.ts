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

/** What the events of a request may still take while steps work on them: a template repeats what it names. */
export interface Room {
  readonly limits: Limits['events'];
  /** The event that was written to last, and what it takes. */
  event: PipelineEvent | undefined;
  eventBytes: number;
  /** By how much all events of the request have grown. */
  grownBytes: number;
  /** A value did not fit and was left out. */
  isOver: boolean;
}

export function openRoom(limits: Limits['events']): Room {
  return { limits, event: undefined, eventBytes: 0, grownBytes: 0, isOver: false };
}

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

/** Returns false if there is no room for another attribute. The name is not one of the fixed ones. */
export function writeField(event: PipelineEvent, name: string, value: string, room: Room): boolean {
  const { bodyBytesMax, attributeValueBytesMax } = room.limits;
  switch (name) {
    case 'event':
    case '_raw': {
      const text = cutText(value, bodyBytesMax);
      if (takesRoom(room, event, event.body, text)) event.body = text;
      return true;
    }
    case 'level': {
      const text = cutText(value.trim().toLowerCase(), attributeValueBytesMax) || event.level;
      if (takesRoom(room, event, event.level, text)) event.level = text;
      return true;
    }
    case 'source': {
      const text = cutText(value, attributeValueBytesMax) || event.source;
      if (takesRoom(room, event, event.source, text)) event.source = text;
      return true;
    }
    default:
      return writeAttribute(event, name, value, room);
  }
}

/** Whether a text fits when it replaces another; a shorter one always does. */
function takesRoom(room: Room, event: PipelineEvent, before: string, after: string): boolean {
  const more = Buffer.byteLength(after) - Buffer.byteLength(before);
  if (room.event !== event) {
    room.event = event;
    room.eventBytes = bytesOf(event);
  }
  const { eventBytesMax, expandedBytesMax } = room.limits;
  const isEventOver = room.eventBytes + more > eventBytesMax;
  if (more > 0 && (isEventOver || room.grownBytes + more > expandedBytesMax)) {
    room.isOver = true;
    return false;
  }
  room.eventBytes += more;
  room.grownBytes += more;
  return true;
}

function bytesOf({ body, level, source, id, attributes }: PipelineEvent): number {
  return [body, level, source, id, ...attributes.flat()].reduce(
    (sum, text) => sum + Buffer.byteLength(text),
    0,
  );
}

/**
 * Writes a value found by a parser. Names with another meaning in an event get a prefix, so that no log text can move
 * an event or hide its text.
 */
export function writeParsed(event: PipelineEvent, name: string, value: string, room: Room): void {
  const isTaken = isFixedField(name) || canonicalField(name) === 'event';
  writeField(event, isTaken ? `parsed.${name}` : name, value, room);
}

export function writeAttribute(
  event: PipelineEvent,
  name: string,
  value: string,
  room: Room,
): boolean {
  const { attributesMax, attributeKeyCharactersMax, attributeValueBytesMax } = room.limits;
  const isLong = name.length > attributeKeyCharactersMax;
  // Counted in characters as people see them, so that none is torn.
  const key = isLong ? Array.from(name).slice(0, attributeKeyCharactersMax).join('') : name;
  const text = cutText(value, attributeValueBytesMax);
  const present = attributeOf(event, key);
  if (present !== undefined) {
    if (takesRoom(room, event, present[1], text)) present[1] = text;
    return true;
  }
  if (event.attributes.length >= attributesMax) return false;
  if (takesRoom(room, event, '', key + text)) event.attributes.push([key, text]);
  return true;
}

/** Takes the field away. Text and source are always there and become empty, the level becomes `info`. */
export function removeField(event: PipelineEvent, name: string, room: Room): void {
  switch (name) {
    case 'event':
    case '_raw':
    case 'source':
    case 'level': {
      const field = name === '_raw' || name === 'event' ? 'body' : name;
      const rest = name === 'level' ? 'info' : '';
      giveRoom(room, event, event[field]);
      event[field] = rest;
      return;
    }
    default:
      removeAttributes(event, (key) => key === name, room);
  }
}

export function removeAttributes(
  event: PipelineEvent,
  isGone: (key: string) => boolean,
  room: Room,
): void {
  const gone = event.attributes.filter(([key]) => isGone(key));
  if (gone.length === 0) return;
  event.attributes = event.attributes.filter(([key]) => !isGone(key));
  for (const [key, value] of gone) {
    // A mark took none.
    if (key !== ERROR_ATTRIBUTE) giveRoom(room, event, key + value);
  }
}

function giveRoom(room: Room, event: PipelineEvent, text: string): void {
  const bytes = Buffer.byteLength(text);
  room.grownBytes -= bytes;
  if (room.event === event) room.eventBytes -= bytes;
}

/** The mark must be visible: if all attributes are taken, it replaces the last one. */
export function markError(event: PipelineEvent, text: string, limits: PipelineLimits): void {
  const max = limits.pipelines.errorCharactersMax;
  const before = attributeOf(event, ERROR_ATTRIBUTE);
  const whole = before === undefined ? text : `${before[1]}; ${text}`;
  const mark = Array.from(whole.slice(0, max * 2))
    .slice(0, max)
    .join('');
  if (before !== undefined) {
    before[1] = mark;
    return;
  }
  if (event.attributes.length >= limits.events.attributesMax) event.attributes.pop();
  event.attributes.push([ERROR_ATTRIBUTE, mark]);
}

function attributeOf(event: PipelineEvent, name: string): [string, string] | undefined {
  for (const attribute of event.attributes) if (attribute[0] === name) return attribute;
  return undefined;
}

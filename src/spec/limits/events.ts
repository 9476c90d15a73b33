import { KB, MB } from '../units.ts';

/** Events, as they are accepted. */
export const EVENTS_LIMITS = {
  /** Largest single event, as JSON. */
  eventBytesMax: 1 * MB,
  /** Largest message body of an event; the rest is truncated and the event is marked. */
  bodyBytesMax: 256 * KB,
  /** Attributes per event; further ones are dropped. */
  attributesMax: 128,
  /** Characters of an attribute key; the rest is truncated. */
  attributeKeyCharactersMax: 256,
  /** Bytes of an attribute value; the rest is truncated. */
  attributeValueBytesMax: 32 * KB,
} as const;

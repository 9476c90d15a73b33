import { MINUTE_MS, SECOND_MS } from '../units.ts';

/** What is shown beside the rows of a search: fields, patterns, neighbours of an event. */
export const VIEWS_LIMITS = {
  /** Newest events a list of fields looks at. */
  fieldSampleEventsMax: 100_000,
  /** Fields of such a list. */
  fieldsMax: 500,
  /** Most frequent values named for each field. */
  fieldValuesMax: 10,
  /** Characters by which the values of a field are told apart there. */
  fieldValueCharactersMax: 500,
  /** Events in which patterns are looked for; of more, evenly spread stretches of time are taken. */
  patternSampleEventsMax: 10_000,
  /** Characters of an event's text in which patterns are looked for. */
  patternCharactersMax: 2_000,
  /** Patterns of an answer. */
  patternsMax: 500,
  /** Patterns of an answer when the caller names no limit. */
  patternsDefault: 100,
  /** Events that show a pattern. */
  patternSamplesMax: 3,
  /** Events before and behind one, each. */
  contextEventsMax: 500,
  /** Events before and behind one when the caller names no number. */
  contextEventsDefault: 10,
  /** Newest events in which fields that may have too many distinct values are looked for. */
  cardinalitySampleEventsMax: 20_000,
  /** Newest events in which the values of those are counted. */
  cardinalityEventsMax: 200_000,
  /** How far back these may lie, in days. */
  cardinalityDays: 7,
  /** How long such a count may take. */
  cardinalityMsMax: 10 * SECOND_MS,
  /** How long its result is used before it is counted again. */
  cardinalityKeptMs: 10 * MINUTE_MS,
} as const;

import { MINUTE_MS, SECOND_MS } from '../units.ts';

/** What is shown beside the rows of a search: fields, patterns, neighbours of an event. */
export const VIEWS_LIMITS = {
  /** Newest events analyzed for a list of fields. */
  fieldSampleEventsMax: 100_000,
  /** Fields in that list. */
  fieldsMax: 500,
  /** Most frequent values returned per field. */
  fieldValuesMax: 10,
  /** Characters of a field value that are compared; longer values with the same beginning count as one. */
  fieldValueCharactersMax: 500,
  /** Events analyzed for the statistics of a field; larger results are sampled evenly over time. */
  fieldStatisticsEventsMax: 500_000,
  /** Most frequent values in the statistics of a field. */
  fieldStatisticsValuesMax: 20,
  /** Bins of the distribution of a numeric field. */
  fieldStatisticsBinsMax: 30,
  /** Maximum number of time buckets in the statistics of a field. */
  fieldStatisticsBuckets: 60,
  /** Events analyzed for patterns; larger results are sampled evenly over time. */
  patternSampleEventsMax: 10_000,
  /** Characters of a message that are analyzed for patterns. */
  patternCharactersMax: 2_000,
  /** Maximum number of patterns in a response. */
  patternsMax: 500,
  /** Default number of patterns in a response. */
  patternsDefault: 100,
  /** Sample events per pattern. */
  patternSamplesMax: 3,
  /** Maximum number of events before and after an event, each. */
  contextEventsMax: 500,
  /** Default number of events before and after an event, each. */
  contextEventsDefault: 10,
  /** Newest events that are checked for high-cardinality fields. */
  cardinalitySampleEventsMax: 20_000,
  /** Newest events in which the values of those fields are counted. */
  cardinalityEventsMax: 200_000,
  /** Age of those events, in days. */
  cardinalityDays: 7,
  /** Timeout of that count. */
  cardinalityMsMax: 10 * SECOND_MS,
  /** How long its result is cached. */
  cardinalityKeptMs: 10 * MINUTE_MS,
} as const;

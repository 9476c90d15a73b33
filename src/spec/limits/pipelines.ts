import { KB, MB } from '../units.ts';

/** Pipelines, and what they may take of the time for a request. */
export const PIPELINES_LIMITS = {
  /** Characters of a pipeline's name. */
  nameCharactersMax: 100,
  /** Characters of a pipeline's description. */
  descriptionCharactersMax: 500,
  /** Characters of the search that selects the events of a pipeline. */
  matchCharactersMax: 4_000,
  /** Steps of one pipeline. */
  stepsMax: 50,
  /** Characters of a regular expression or grok pattern, also after its expansion. */
  patternCharactersMax: 4_000,
  /** Fields, formats or types in one step. */
  listMax: 50,
  /** Characters of a template, a replacement or a fixed value. */
  valueCharactersMax: 1_000,
  /** Characters of a field that a pattern is applied to; a longer one is an error of the step. */
  inputCharactersMax: 64 * KB,
  /** Estimated worst-case steps of a pattern up to which it runs without a watchdog. */
  freeMovesMax: 10_000_000,
  /** CPU time of one step for one event. */
  eventMsMax: 25,
  /** CPU time after which other requests are served. */
  sliceMs: 10,
  /** Characters of the error that is stored with an event when a step fails. */
  errorCharactersMax: 300,
  /** Events per pipeline test. */
  testEventsMax: 100,
  /** Size of the intermediate events in the result of a pipeline test; later steps show only their outcome. */
  testShownBytesMax: MB,
} as const;

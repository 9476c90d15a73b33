import { KB, MB } from '../units.ts';

/** Pipelines, and what they may take of the time for a request. */
export const PIPELINES_LIMITS = {
  /** Characters of a pipeline's name. */
  nameCharactersMax: 100,
  /** Characters of a pipeline's description. */
  descriptionCharactersMax: 500,
  /** Characters of the expression that says which events a pipeline is for. */
  matchCharactersMax: 4_000,
  /** Steps of one pipeline. */
  stepsMax: 50,
  /** Characters of a regular expression or grok pattern, and of the expression it becomes. */
  patternCharactersMax: 4_000,
  /** Fields, formats or kinds that one step names. */
  listMax: 50,
  /** Characters of a template, a replacement or a fixed value. */
  valueCharactersMax: 1_000,
  /** Characters of a field that a pattern is tried on; a longer one is an error of the step. */
  inputCharactersMax: 64 * KB,
  /** Moves of a pattern, reckoned for the worst case, up to which it runs without a watchdog. */
  freeMovesMax: 10_000_000,
  /** Processor time one step may take for one event. */
  eventMsMax: 25,
  /** Time after which other requests get their turn. */
  sliceMs: 10,
  /** Characters of the mark that tells why a step failed. */
  errorCharactersMax: 300,
  /** Events of one trial run. */
  testEventsMax: 100,
  /** Size of what a trial run shows of events between its steps; later steps tell their outcome alone. */
  testShownBytesMax: MB,
} as const;

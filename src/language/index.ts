/**
 * The query language: text in, tree out. Reading (`parse`), writing (`print`, `explain`), advice (`lint`),
 * help for editors (`highlight`, `diagnose`, `format`), and the times and spans the language knows.
 * Pure TypeScript that runs in the browser and on the server; it knows no store, no clock and no network,
 * and owns no tables. A query is a list of stages; `src/flow/search/compile/commands` has a file per kind of stage.
 * Not among these exports: `complete`, which only the editor needs, and built-in data models, which only the server needs.
 * No page loads what it does not need.
 */
export { filledTemplate, ROW_COMMANDS } from './commands/foreach-template.ts';
export { fieldsOfMap, filledMap, refusedInMap } from './commands/map-template.ts';
export { COMMANDS, EVERY_COMMAND, findCommand } from './commands/table-of-commands.ts';
export type { Command, CommandCategory, CommandFacts, Example } from './commands/definition.ts';
export { type LocationField, locationFields } from './commands/iplocation.ts';
export { CONVERSIONS } from './commands/convert.ts';
export { FOREIGN_COMMANDS, REFUSED_COMMANDS } from './commands/refused.ts';
export type {
  Completion,
  CompletionKind,
  Completions,
  CompletionSource,
  Known,
} from './complete/completion.ts';
export { diagnose } from './diagnose/diagnose.ts';
export {
  DIAGNOSTICS,
  querySyntaxError,
  type Diagnostic,
  type DiagnosticCode,
  type Fix,
} from './diagnose/diagnostics.ts';
export { EVAL_FUNCTIONS, type EvalFunctionName } from './functions/eval-functions.ts';
export { printSignature, type EvalFunction, type StatsFunction } from './functions/signature.ts';
export { STATS_FUNCTIONS, type StatsFunctionName } from './functions/stats-functions.ts';
export { format } from './format.ts';
export { highlight, type HighlightRange } from './highlight.ts';
export { fieldsOfEvents, lint } from './lint/lint.ts';
export { LINTS, type Lint, type LintCode, type LintFacts } from './lint/make-lint.ts';
export { describeDrop, groupFieldsOf, lintOutcome, type Outcome } from './lint/outcome-lints.ts';
export { BUILT_IN_MACROS, builtInMacro, type BuiltInMacro } from './macros/built-in-macros.ts';
export {
  baseField,
  type DataModelDefinition,
  type DataModelField,
  type Dataset,
  fieldOf,
  lineageOf,
} from './data-models/data-models.ts';
export { createExpander, macroProblem } from './macros/macro-definitions.ts';
export {
  expandMacros,
  type ExpandMacro,
  macroCalls,
  type MacroDefinition,
} from './macros/macros.ts';
export { parse, parseSearch, type ParseOptions, type ParseResult } from './parser/parser.ts';
export type { OptionHelp } from './parser/options.ts';
export type { MarkKind } from './parser/state.ts';
export { columnName } from './print/aggregation.ts';
export { printName } from './print/arguments.ts';
export { printExpression } from './print/expression.ts';
export { explain, print } from './print/printer.ts';
export { checkRegex, type RegexFacts } from './regex/regex.ts';
export { canonicalField, EVENT_FIELDS, fits, renameByStars, starsOf } from './shape/shape.ts';
export { shapeOf } from './shape/shape-of.ts';
export { nextAfter, parseCron, type Cron, type CronProblem } from './time/cron.ts';
export { openDay } from './time/day-clock.ts';
export { parseTime, printTime, type TimeProblem } from './time/parse-time.ts';
export { resolveRange, type ResolvedRange } from './time/resolve-range.ts';
export { resolveStored, type StoredRange } from './time/resolve-stored.ts';
export {
  resolveTime,
  resolveTimeSpec,
  type ResolvedTime,
  type TimeContext,
} from './time/resolve-time.ts';
export {
  autoNumberSpan,
  autoSpan,
  bucketsOf,
  bucketStart,
  lengthOf,
  parseSpan,
  printSpan,
  type Buckets,
} from './time/span.ts';
export { openZone, toInstant, toLocal, type Zone } from './time/zone.ts';
export type * from './tree.ts';
export type * from './tree/aggregation.ts';
export type * from './tree/event-stages.ts';
export type * from './tree/expression.ts';
export {
  hasWildcard,
  type Field,
  type FieldPattern,
  type TreeNode,
  type Pattern,
} from './tree/node.ts';
export type { Shape } from './tree/shape.ts';
export type * from './tree/statistics-stages.ts';
export { NO_BOUNDS } from './tree/time.ts';
export type * from './tree/time.ts';
export { isVariableName, type Variable, type Variables } from './variables.ts';
export {
  everyExpression,
  everyQuery,
  everySearch,
  expressionsOf,
  fieldsOf,
  isWriting,
  subsearchesOf,
  WRITING_KINDS,
} from './walk.ts';

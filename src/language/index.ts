/**
 * The query language: text in, tree out. Reading (`parse`), writing (`print`, `explain`), advice (`lint`),
 * help for editors (`complete`, `highlight`, `diagnose`, `format`, `helpAt`), and the times and spans the language knows.
 * Pure TypeScript that runs in the browser and on the server; it knows no store, no clock and no network,
 * and owns no tables. A query is a list of stages; `src/flow/search/compile/commands` has a file per kind of stage.
 */
export { filledTemplate } from './commands/foreach-template.ts';
export { COMMANDS, EVERY_COMMAND, findCommand } from './commands/table-of-commands.ts';
export type { Command, CommandCategory, CommandFacts, Example } from './commands/definition.ts';
export { CONVERSIONS } from './commands/convert.ts';
export { FOREIGN_COMMANDS, REFUSED_COMMANDS } from './commands/refused.ts';
export { complete } from './complete/complete.ts';
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
export { helpAt, type Help } from './help.ts';
export { highlight, type HighlightRange } from './highlight.ts';
export { fieldsOfEvents, lint } from './lint/lints.ts';
export { LINTS, type Lint, type LintCode, type LintFacts } from './lint/lint.ts';
export { groupFieldsOf, lintOutcome, type Outcome } from './lint/outcome-lints.ts';
export { BUILT_IN_MACROS, builtInMacro, type BuiltInMacro } from './built-in-macros.ts';
export { createExpander, macroProblem } from './macro-definitions.ts';
export { expandMacros, type ExpandMacro, macroCalls, type MacroDefinition } from './macros.ts';
export { parse, parseSearch, type ParseOptions, type ParseResult } from './parser/parser.ts';
export type { OptionHelp } from './parser/options.ts';
export type { MarkKind } from './parser/state.ts';
export { columnName } from './print/aggregation.ts';
export { printName } from './print/arguments.ts';
export { printExpression } from './print/expression.ts';
export { explain, print } from './print/printer.ts';
export { checkRegex, type RegexFacts } from './regex.ts';
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
export { everyExpression, everyQuery, everySearch, fieldsOf, subsearchesOf } from './walk.ts';

import { nearestName } from '../../../base/nearest-name.ts';
import {
  COMMANDS,
  type CommandFacts,
  EVAL_FUNCTIONS,
  type EvalFunction,
  printSignature,
  STATS_FUNCTIONS,
} from '../../../language/index.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { countTokens } from '../answers/count-tokens.ts';
import type { RunTool } from './tool.ts';
import { ToolRefusal } from './tool-problem.ts';
import { examplesOf } from '../../../language/commands/examples/examples.ts';
import { summaryOf } from '../../../language/functions/function-summaries.ts';
import { FUNCTION_EXAMPLES } from '../../../language/functions/function-examples.ts';

const ALL = Object.values<CommandFacts>(COMMANDS);

/** From the tables of the language itself: nothing has to be fetched, and nothing of a tenant is in it. */
export const languageHelp: RunTool<'language_help'> = async (_caller, { topic }) => {
  const page = languagePage(topic);
  if (page !== undefined) return { head: () => page, tables: [] };
  const near = nearestName(
    topic ?? '',
    ALL.map(({ name }) => name),
  );
  const hint = near === undefined ? '' : `; did you mean ${near}?`;
  throw new ToolRefusal(
    'NOT_FOUND',
    `NOT_FOUND: no such command${hint}; language_help without a topic lists all`,
  );
};

const OVERVIEW = [
  'A query is a search, then commands after pipes: index=web level=error "timed out" | stats count by host | sort -count',
  'Search: words and "phrases" match the text; field=value, field!=value, field>5, field=a*, field IN (a, b), NOT, OR, parentheses; words side by side mean AND.',
  'Fields of every event: _time, _index (index), event, level, source, service, host; others are attributes.',
  'Time: earliest=-15m latest=now in the query win over the arguments; units s m h d w mon y, @d rounds down to the day.',
  'Text goes in double quotes. where and eval compare expressions: where duration_ms > 500 AND status="502".',
  'Functions of stats: FUNCTIONS.',
  'Commands (language_help <command> has syntax and examples):',
];

/** Undefined when there is no such topic. */
export function languagePage(topic: string | undefined): string | undefined {
  if (topic === undefined) {
    const functions = Object.keys(STATS_FUNCTIONS).join(' ');
    const lines = [
      ...OVERVIEW.map((line) => line.replace('FUNCTIONS', functions)),
      ALL.map(({ name }) => name).join(' '),
      `Functions of eval and where: ${Object.keys(EVAL_FUNCTIONS).join(' ')}`,
    ];
    return within(lines);
  }
  const command = ALL.find(({ name }) => name === topic.toLowerCase());
  if (command === undefined) return functionPage(topic.toLowerCase());
  return within([
    `${command.name}: ${command.summary}`,
    `syntax: ${command.syntax}`,
    ...command.options.map(({ name, value, summary }) => `${name}=${value}: ${summary}`),
    ...examplesOf(command).map(({ query, does }) => `example: ${query} (${does})`),
  ]);
}

function functionPage(name: string): string | undefined {
  const facts = Object.entries<EvalFunction>(EVAL_FUNCTIONS).find(([each]) => each === name)?.[1];
  if (facts === undefined) return undefined;
  return within([
    `${printSignature(name, facts.parameters)}: ${summaryOf(name)}`,
    `example: ${FUNCTION_EXAMPLES[name] ?? ''}`,
  ]);
}

/** As many whole lines as the budget has room for. */
function within(lines: readonly string[]): string {
  const kept: string[] = [];
  for (const line of lines) {
    if (countTokens([...kept, line].join('\n')) > LIMITS.agents.helpTokensMax) break;
    kept.push(line);
  }
  return kept.join('\n');
}

/** Finds the reference topic for a position in a query. */
import {
  EVAL_FUNCTIONS,
  findCommand,
  highlight,
  STATS_FUNCTIONS,
} from '../../../../src/language/index.ts';
import { helpAt } from '../../../../src/language/help.ts';
import { type HelpTopic, OVERVIEW } from './help-topic.ts';

/** Returns the topic of the word at the cursor, or of the command that contains it. */
export function topicAt(text: string, position: number): HelpTopic {
  // A cursor directly after a word still belongs to it.
  const help = helpAt(text, position) ?? helpAt(text, Math.max(0, position - 1));
  const title = help?.title ?? '';
  if (help?.page === 'functions.md' && Object.hasOwn(EVAL_FUNCTIONS, title)) {
    return { kind: 'functions', name: title };
  }
  if (help?.page === 'aggregations.md') {
    const isNamed = Object.hasOwn(STATS_FUNCTIONS, title);
    return { kind: 'aggregations', name: isNamed ? title : undefined };
  }
  const named = findCommand(help?.page?.replace(/\.md$/, '') ?? '');
  if (named !== undefined) return { kind: 'command', name: named.name };
  const command = highlight(text).findLast(
    ({ kind, start }) => kind === 'command' && start <= position,
  );
  const around = command && findCommand(text.slice(command.start, command.end));
  return around === undefined ? OVERVIEW : { kind: 'command', name: around.name };
}

import { readText } from './parser/parser.ts';
import type { Mark } from './parser/state.ts';
import { printStages } from './print/printer.ts';
import type { Query, Stage } from './tree.ts';
import type { Variables } from './variables.ts';

/**
 * Returns the query in its canonical form, one command per line. Comments stay above their command. A command that
 * names a variable stays as written: printing it would insert the value instead. Undefined if the text cannot be
 * parsed.
 */
export function format(text: string, variables?: Variables): string | undefined {
  const { parser, query } = readText(text, variables);
  if (parser.diagnostics.length > 0) return undefined;
  const pipes = pipesBefore(query, parser.marks);
  const comments = parser.marks.filter((mark) => mark.kind === 'comment');
  const lastEnd = query.stages.at(-1)?.end ?? 0;
  const named = parser.marks.filter((mark) => mark.kind === 'variable');
  const lines = printStages(query).flatMap((printed, position) => {
    const stage = query.stages[position];
    const isKept = stage !== undefined && named.some((mark) => isWithin(mark, stage));
    const line = isKept ? asWritten(text, stage, position > 0) : printed;
    const from = pipes[position] ?? 0;
    const to = pipes[position + 1] ?? lastEnd;
    const above = comments.filter(({ start }) => start >= from && start < to);
    return [...above.map((mark) => textOf(text, mark)), line];
  });
  const below = comments.filter(({ start }) => start >= lastEnd);
  return [...lines, ...below.map((mark) => textOf(text, mark))].join('\n');
}

function isWithin(mark: Mark, stage: Stage): boolean {
  return mark.start >= stage.start && mark.end <= stage.end;
}

function asWritten(text: string, { start, end }: Stage, isBehindPipe: boolean): string {
  return `${isBehindPipe ? '| ' : ''}${text.slice(start, end)}`;
}

/** Where the part of each stage begins: at its pipe, and for the first one at the beginning. */
function pipesBefore(query: Query, marks: readonly Mark[]): number[] {
  return query.stages.map((stage, position) => {
    if (position === 0) return 0;
    return marks.findLast(({ kind, end }) => kind === 'pipe' && end <= stage.start)?.start ?? 0;
  });
}

function textOf(text: string, mark: Mark): string {
  return text.slice(mark.start, mark.end);
}

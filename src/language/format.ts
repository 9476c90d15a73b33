import { readText } from './parser.ts';
import type { Mark } from './parser/state.ts';
import { printStages } from './printer.ts';
import type { Query } from './tree.ts';

/**
 * The query in its canonical form, one command per line. Comments stay, above the command they stand in.
 * Undefined when the text cannot be read.
 */
export function format(text: string): string | undefined {
  const { parser, query } = readText(text);
  if (parser.diagnostics.length > 0) return undefined;
  const pipes = pipesBefore(query, parser.marks);
  const comments = parser.marks.filter((mark) => mark.kind === 'comment');
  const lastEnd = query.stages.at(-1)?.end ?? 0;
  const lines = printStages(query).flatMap((line, position) => {
    const from = pipes[position] ?? 0;
    const to = pipes[position + 1] ?? lastEnd;
    const above = comments.filter(({ start }) => start >= from && start < to);
    return [...above.map((mark) => textOf(text, mark)), line];
  });
  const below = comments.filter(({ start }) => start >= lastEnd);
  return [...lines, ...below.map((mark) => textOf(text, mark))].join('\n');
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

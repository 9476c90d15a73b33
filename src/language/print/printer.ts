/** Turns a tree into text: the canonical form, and one with everything implied written out. */
import { printArguments } from '../commands/table-of-commands.ts';
import { joinParts } from './arguments.ts';
import type { PrintStyle } from './style.ts';
import type { Query, Stage } from '../tree.ts';

/** Reading it again gives the same tree, positions aside. */
export function print(query: Query): string {
  return printQuery(query, createStyle(false));
}

/** The same, cut where the commands begin. */
export function printStages(query: Query): string[] {
  const style = createStyle(false);
  return query.stages.map((stage, position) => printStage(stage, position === 0, style));
}

/** One command per line, every AND and every parenthesis written. Also gives the same tree again. */
export function explain(query: Query): string {
  const style = createStyle(true);
  return query.stages.map((stage, position) => printStage(stage, position === 0, style)).join('\n');
}

function createStyle(isExplicit: boolean): PrintStyle {
  const style: PrintStyle = {
    isExplicit,
    query: (query) => printSubsearch(query, style),
  };
  return style;
}

function printQuery(query: Query, style: PrintStyle): string {
  return query.stages.map((stage, position) => printStage(stage, position === 0, style)).join(' ');
}

/** Always prints `search` in a subsearch, even where the query itself may omit it. */
function printSubsearch(query: Query, style: PrintStyle): string {
  const text = printQuery(query, style);
  return query.stages[0]?.kind === 'search' && !style.isExplicit ? `search ${text}` : text;
}

function printStage(stage: Stage, isFirst: boolean, style: PrintStyle): string {
  const text = printArguments(stage, style);
  if (isFirst && stage.kind === 'search') return style.isExplicit ? `search ${text}` : text;
  return joinParts('|', stage.kind, text);
}

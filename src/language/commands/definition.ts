import type { OptionHelp } from '../parser/options.ts';
import type { Parser } from '../parser/state.ts';
import type { PrintStyle } from '../print/style.ts';
import type { Stage } from '../tree.ts';
import type { Shape } from '../tree/shape.ts';

export type CommandCategory =
  | 'Searching and filtering'
  | 'Fields'
  | 'Statistics'
  | 'Sorting and limiting'
  | 'Multivalue fields'
  | 'Combining results'
  | 'Lookups'
  | 'Generating commands'
  | 'Patterns'
  | 'Compatibility';

export interface Example {
  readonly query: string;
  /** What it does, as a phrase: `Counts events per level.` */
  readonly does: string;
}

/** What people have to know about a command. */
export interface CommandFacts {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly category: CommandCategory;
  /** The command generates rows, so it must come first, after a pipe. */
  readonly generates?: true;
  /** Comes first or, with an option, later. */
  readonly mayFollow?: true;
  readonly summary: string;
  readonly syntax: string;
  readonly options: readonly OptionHelp[];
}

/** A command written in terms of others: its stages replace it in the tree. */
export interface RewrittenCommand extends CommandFacts {
  /** Parses what follows the name; `start` is the position of the name. */
  readonly rewrite: (parser: Parser, start: number) => readonly Stage[];
}

/** All there is to know about a command: how it is read, printed and explained. */
export interface Command<S extends Stage = Stage> extends CommandFacts {
  readonly name: S['kind'];
  /** Parses what follows the name; `start` is the position of the name. */
  readonly read: (parser: Parser, start: number) => S;
  /** What follows the name; empty when nothing does. */
  readonly print: (stage: S, style: PrintStyle) => string;
  /** The fields of the rows it gives. */
  readonly shape: (stage: S, before: Shape) => Shape;
}

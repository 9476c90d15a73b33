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
  /** Makes rows, so it stands first, behind a pipe. */
  readonly generates?: true;
  /** Stands first or, with an option, later. */
  readonly mayFollow?: true;
  readonly summary: string;
  readonly syntax: string;
  readonly options: readonly OptionHelp[];
}

/** A command that is written in terms of others: its stages stand in the tree in its place. */
export interface RewrittenCommand extends CommandFacts {
  /** Reads what follows the name; `start` is where the name stands. */
  readonly rewrite: (parser: Parser, start: number) => readonly Stage[];
}

/** All there is to know about a command: how it is read, printed and explained. */
export interface Command<S extends Stage = Stage> extends CommandFacts {
  readonly name: S['kind'];
  /** Reads what follows the name; `start` is where the name stands. */
  readonly read: (parser: Parser, start: number) => S;
  /** What follows the name; empty when nothing does. */
  readonly print: (stage: S, style: PrintStyle) => string;
  /** The fields of the rows it gives. */
  readonly shape: (stage: S, before: Shape) => Shape;
}

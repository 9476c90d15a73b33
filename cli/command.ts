/** What a command is, and what it may touch. */
export interface Terminal {
  /** A line of the result, on standard output. */
  print(line: string): void;
  /** A line for the person at the terminal, on standard error. */
  complain(line: string): void;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Replaces the last progress line; an empty line clears it. Undefined if the output isn't a terminal. */
  readonly progress?: (line: string) => void;
  /** Standard output is a terminal, and colors aren't disabled. */
  readonly hasColor?: boolean;
  /** Standard input, for the commands that read it. */
  readonly input?: AsyncIterable<string | Uint8Array>;
}

export const EXIT = { ok: 0, failed: 1, usage: 2, notEvaluable: 2, error: 3 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

export interface Option {
  readonly type: 'boolean' | 'string';
  /** Placeholder for the value in the help, e.g. `<address>`. */
  readonly value?: string;
  readonly help: string;
}

/** The options as given, by name. */
export type Given = Readonly<Record<string, string | boolean | undefined>>;

export interface Command {
  /** What it does, in a sentence or a few lines. */
  readonly help: string;
  readonly options: Readonly<Record<string, Option>>;
  readonly examples: readonly string[];
  /** Positional arguments, as shown in the help. Undefined: the command has none. */
  readonly words?: string;
  run(terminal: Terminal, given: Given, words: readonly string[]): Promise<ExitCode>;
}

/** The command line is invalid; the message says how to fix it. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}

/** What was given for an option that takes a text. */
export function textOption(given: Given, name: string): string | undefined {
  const value = given[name];
  return typeof value === 'string' ? value : undefined;
}

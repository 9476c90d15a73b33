import { parseArgs, type ParseArgsConfig } from 'node:util';
import { StartError } from '../base/errors.ts';

/** The words behind a program. One that it does not know is the caller's mistake; `command` has a page about it. */
export function readArguments<const Words extends ParseArgsConfig>(
  command: string,
  words: Words,
): ReturnType<typeof parseArgs<Words>> {
  try {
    return parseArgs(words);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // What follows the first sentence is about how to write words that begin with a dash.
    const [problem = ''] = error.message.split(/\.(?:\s|$)/, 1);
    throw new StartError(`${problem}. See: ${command} --help`);
  }
}

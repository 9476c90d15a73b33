import type { StepOf } from '../../../contract/pipeline-steps.ts';
import type { Limits } from '../../../spec/limits.ts';
import { compileGrok } from '../../../language/event-regex/compile-grok.ts';
import { compileRegex, type CheckedRegex } from '../../../language/event-regex/compile-regex.ts';
import { readField, writeParsed } from '../pipeline-event.ts';
import { failed, missed, type Step } from './step.ts';

/** Throws a RegexFault for a pattern that is wrong. */
export function parseRegexStep(options: StepOf<'parse_regex'>, limits: Limits['pipelines']): Step {
  const { prefix = '' } = options;
  const pattern = compileRegex(options.pattern, limits);
  const fields = new Map(pattern.names.map((name) => [name, prefix + name]));
  return parseStep(pattern, fields, options);
}

export function parseGrokStep(options: StepOf<'parse_grok'>, limits: Limits['pipelines']): Step {
  const { pattern, fields } = compileGrok(options.pattern, options.definitions ?? {}, limits);
  return parseStep(pattern, fields, options);
}

interface ParseOptions {
  readonly field?: string;
  readonly isOptional?: boolean;
}

/** `fields` has the name of the field for every group. */
function parseStep(
  { regex, freeCharacters }: CheckedRegex,
  fields: ReadonlyMap<string, string>,
  { field = 'event', isOptional }: ParseOptions,
): Step {
  const none = missed(isOptional, 'the pattern doesn’t match');
  const missing = missed(isOptional, `there is no field ${field}`);
  return (event, { limits, room, isWatched }) => {
    const text = readField(event, field);
    if (text === undefined) return missing;
    if (text.length > limits.pipelines.inputCharactersMax) {
      return failed(`the field is over ${limits.pipelines.inputCharactersMax} characters`);
    }
    if (text.length > freeCharacters && !isWatched) return 'unwatched';
    const groups = regex.exec(text);
    if (groups === null) return none;
    for (const [group, name] of fields) {
      const value = groups.groups?.[group];
      if (value !== undefined && value !== '') writeParsed(event, name, value, room);
    }
    return 'done';
  };
}

/** Macros that apps of other products take for granted. An organization that defines one of the same name has its own. */
import type { MacroDefinition } from './macros.ts';

/** Each with what it is for, in one line. */
export interface BuiltInMacro extends MacroDefinition {
  readonly description: string;
}

const SEARCH_ALL = 'search *';

export const BUILT_IN_MACROS: readonly BuiltInMacro[] = [
  {
    name: 'comment',
    arguments: ['text'],
    definition: '',
    description: 'A comment. Expands to nothing.',
  },
  {
    name: 'drop_dm_object_name',
    arguments: ['object_name'],
    definition: 'rename "$object_name$.*" AS *',
    description: 'Removes the dataset prefix of a data model from field names.',
  },
  {
    name: 'security_content_summariesonly',
    arguments: [],
    definition: 'summariesonly=false allow_old_summaries=true fillnull_value=null',
    description: 'Options of `tstats` that detections use.',
  },
  {
    name: 'security_content_ctime',
    arguments: ['field'],
    definition: 'convert timeformat="%Y-%m-%dT%H:%M:%S" ctime($field$)',
    description: 'Formats epoch seconds as a date and time.',
  },
  {
    name: 'summariesonly',
    arguments: [],
    definition: 'summariesonly=false',
    description: 'An option of `tstats` that detections use.',
  },
  {
    name: 'ctime',
    arguments: ['field'],
    definition: 'convert timeformat="%m/%d/%Y %H:%M:%S" ctime($field$)',
    description: 'Formats epoch seconds as a date and time.',
  },
];

/** The last part of the name of a macro that narrows the result of one detection; it lets everything through. */
const FILTER = /_filter$/;

/** The built-in macro of a name with this many arguments. */
export function builtInMacro(name: string, count: number): BuiltInMacro | undefined {
  const known = BUILT_IN_MACROS.find(
    (each) => each.name === name && each.arguments.length === count,
  );
  if (known !== undefined || count > 0 || !FILTER.test(name)) return known;
  const description = 'Placeholder for a filter that isn’t defined. Matches all events.';
  return { name, arguments: [], definition: SEARCH_ALL, description };
}

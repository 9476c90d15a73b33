/** What each kind of step can be told, for the form. The API has the last word. */
import type { PipelineStep } from '../../../../../src/contract/pipeline-steps.ts';

export type StepKind = PipelineStep['kind'];

export interface StepFieldFacts {
  readonly name: string;
  readonly label: string;
  readonly form: 'text' | 'code' | 'number' | 'switch' | 'list' | 'pairs' | 'choice' | 'choices';
  readonly isRequired?: true;
  readonly placeholder?: string;
  readonly help?: string;
  readonly choices?: readonly string[];
}

export interface StepFacts {
  readonly label: string;
  readonly about: string;
  readonly fields: readonly StepFieldFacts[];
}

const FIELD: StepFieldFacts = {
  name: 'field',
  label: 'Field',
  form: 'text',
  placeholder: 'event',
  help: 'The field to read.',
};
const PREFIX: StepFieldFacts = {
  name: 'prefix',
  label: 'Prefix',
  form: 'text',
  help: 'Stands before the name of every field found.',
};
const OPTIONAL: StepFieldFacts = {
  name: 'isOptional',
  label: 'Finding nothing is no error',
  form: 'switch',
};

export const STEP_FORMS: Readonly<Record<StepKind, StepFacts>> = {
  parse_json: {
    label: 'Parse JSON',
    about: 'A JSON object becomes attributes; nested names are joined with dots.',
    fields: [FIELD, PREFIX, OPTIONAL],
  },
  parse_key_value: {
    label: 'Parse key=value',
    about: 'Pairs become attributes; values may stand in quotes.',
    fields: [
      FIELD,
      PREFIX,
      { name: 'pairSeparator', label: 'Between pairs', form: 'text', placeholder: 'white space' },
      { name: 'valueSeparator', label: 'Between key and value', form: 'text', placeholder: '=' },
      OPTIONAL,
    ],
  },
  parse_regex: {
    label: 'Parse with a regular expression',
    about: 'Named groups become fields. No look-around, no back-references.',
    fields: [
      {
        name: 'pattern',
        label: 'Pattern',
        form: 'code',
        isRequired: true,
        placeholder: String.raw`order (?<order>\d+) took (?<ms>\d+) ?ms`,
      },
      FIELD,
      PREFIX,
      OPTIONAL,
    ],
  },
  parse_grok: {
    label: 'Parse with grok',
    about: '%{PATTERN:field}, with the usual patterns built in.',
    fields: [
      {
        name: 'pattern',
        label: 'Pattern',
        form: 'code',
        isRequired: true,
        placeholder: '%{COMBINEDAPACHELOG}',
      },
      FIELD,
      {
        name: 'definitions',
        label: 'Patterns of your own',
        form: 'pairs',
        placeholder: String.raw`ORDER = o-\d+`,
        help: 'One per line: NAME = pattern.',
      },
      OPTIONAL,
    ],
  },
  extract_timestamp: {
    label: 'Extract the time',
    about: 'The time the event happened, taken from a field.',
    fields: [
      {
        name: 'formats',
        label: 'Formats',
        form: 'list',
        isRequired: true,
        placeholder: 'iso',
        help: 'iso, epoch, http, syslog, or such as dd.MM.yyyy HH:mm:ss. The first that fits wins.',
      },
      FIELD,
      {
        name: 'timezone',
        label: 'Time zone',
        form: 'text',
        placeholder: 'UTC',
        help: 'For times that name none.',
      },
      OPTIONAL,
    ],
  },
  extract_level: {
    label: 'Extract the level',
    about: 'trace, debug, info, warn, error or fatal, taken from a field.',
    fields: [
      FIELD,
      {
        name: 'levels',
        label: 'Words of your own',
        form: 'pairs',
        placeholder: 'ALARM = error',
        help: 'One per line: word = level.',
      },
      OPTIONAL,
    ],
  },
  rename: {
    label: 'Rename a field',
    about: 'What stood under the new name is replaced.',
    fields: [
      { name: 'from', label: 'From', form: 'text', isRequired: true, placeholder: 'usr' },
      { name: 'to', label: 'To', form: 'text', isRequired: true, placeholder: 'user_id' },
      OPTIONAL,
    ],
  },
  set: {
    label: 'Set a field',
    about: 'A fixed text, or one made of other fields: {service} on {host}.',
    fields: [
      { name: 'field', label: 'Field', form: 'text', isRequired: true, placeholder: 'where' },
      {
        name: 'value',
        label: 'Value',
        form: 'text',
        isRequired: true,
        placeholder: '{source} on {host}',
      },
      OPTIONAL,
    ],
  },
  remove: {
    label: 'Remove fields',
    about: 'Takes attributes away; a * at the end stands for any rest.',
    fields: [
      { name: 'fields', label: 'Fields', form: 'list', isRequired: true, placeholder: 'k8s.*' },
    ],
  },
  mask: {
    label: 'Mask',
    about: 'Hides what must not be stored.',
    fields: [
      {
        name: 'what',
        label: 'What',
        form: 'choices',
        choices: ['email', 'ip', 'card', 'token'],
        help: 'Kinds that are recognised by themselves.',
      },
      {
        name: 'pattern',
        label: 'Pattern of your own',
        form: 'code',
        placeholder: String.raw`AB-\d{4}`,
      },
      {
        name: 'fields',
        label: 'In',
        form: 'list',
        placeholder: '*',
        help: 'Fields to look at. Without any: the text and every attribute.',
      },
      {
        name: 'with',
        label: 'By',
        form: 'choice',
        choices: ['replacement', 'hash'],
        help: 'A hash is the same for the same value, within your organization.',
      },
      { name: 'replacement', label: 'Replacement', form: 'text', placeholder: '[email]' },
    ],
  },
  drop: { label: 'Drop', about: 'Throws the event away. It counts as accepted.', fields: [] },
  sample: {
    label: 'Sample',
    about: 'Keeps a part of the events, and notes the rate in _sample_rate.',
    fields: [
      {
        name: 'rate',
        label: 'Rate',
        form: 'number',
        isRequired: true,
        placeholder: '0.1',
        help: '0.1 keeps one in ten.',
      },
      {
        name: 'by',
        label: 'Together by',
        form: 'text',
        placeholder: 'trace_id',
        help: 'Events with the same value stay or go together.',
      },
    ],
  },
  route: {
    label: 'Route to an index',
    about: 'Moves the event to another index, which has to exist.',
    fields: [{ name: 'index', label: 'Index', form: 'text', isRequired: true, placeholder: 'web' }],
  },
};

export const STEP_KINDS = Object.keys(STEP_FORMS).filter(isStepKind);

export function isStepKind(value: unknown): value is StepKind {
  return typeof value === 'string' && Object.hasOwn(STEP_FORMS, value);
}

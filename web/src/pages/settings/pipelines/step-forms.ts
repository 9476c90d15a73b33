/** Form fields for the settings of each kind of step. The API does the final validation. */
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
  help: 'Field to parse.',
};
const PREFIX: StepFieldFacts = {
  name: 'prefix',
  label: 'Prefix',
  form: 'text',
  help: 'Added to the names of all extracted fields.',
};
const OPTIONAL: StepFieldFacts = {
  name: 'isOptional',
  label: 'Ignore if no match',
  form: 'switch',
};

export const STEP_FORMS: Readonly<Record<StepKind, StepFacts>> = {
  parse_json: {
    label: 'Parse JSON',
    about: 'Turns a JSON object into attributes. Nested names are joined with dots.',
    fields: [FIELD, PREFIX, OPTIONAL],
  },
  parse_key_value: {
    label: 'Parse key=value',
    about: 'Turns pairs into attributes. Values can be quoted.',
    fields: [
      FIELD,
      PREFIX,
      { name: 'pairSeparator', label: 'Pair delimiter', form: 'text', placeholder: 'whitespace' },
      { name: 'valueSeparator', label: 'Key-value delimiter', form: 'text', placeholder: '=' },
      OPTIONAL,
    ],
  },
  parse_regex: {
    label: 'Parse with regex',
    about: "Named groups become fields. Look-arounds and back-references aren't supported.",
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
    about: '%{PATTERN:field}, with the standard patterns built in.',
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
        label: 'Custom patterns',
        form: 'pairs',
        placeholder: String.raw`ORDER = o-\d+`,
        help: 'One per line: NAME = pattern.',
      },
      OPTIONAL,
    ],
  },
  extract_timestamp: {
    label: 'Parse timestamp',
    about: 'Takes the event time from a field.',
    fields: [
      {
        name: 'formats',
        label: 'Formats',
        form: 'list',
        isRequired: true,
        placeholder: 'iso',
        help: 'iso, epoch, http, syslog, or a pattern such as dd.MM.yyyy HH:mm:ss. The first match wins.',
      },
      FIELD,
      {
        name: 'timezone',
        label: 'Time zone',
        form: 'text',
        placeholder: 'UTC',
        help: 'For times without a time zone.',
      },
      OPTIONAL,
    ],
  },
  extract_level: {
    label: 'Parse level',
    about: 'Takes trace, debug, info, warn, error or fatal from a field.',
    fields: [
      FIELD,
      {
        name: 'levels',
        label: 'Custom level names',
        form: 'pairs',
        placeholder: 'ALARM = error',
        help: 'One per line: name = level.',
      },
      OPTIONAL,
    ],
  },
  rename: {
    label: 'Rename field',
    about: 'Replaces an existing field with the new name.',
    fields: [
      { name: 'from', label: 'From', form: 'text', isRequired: true, placeholder: 'usr' },
      { name: 'to', label: 'To', form: 'text', isRequired: true, placeholder: 'user_id' },
      OPTIONAL,
    ],
  },
  set: {
    label: 'Set field',
    about: 'A fixed value, or a template with other fields: {service} on {host}.',
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
    about: 'Removes attributes. Use * at the end as a wildcard.',
    fields: [
      { name: 'fields', label: 'Fields', form: 'list', isRequired: true, placeholder: 'k8s.*' },
    ],
  },
  mask: {
    label: 'Mask',
    about: 'Hides sensitive data before it is stored.',
    fields: [
      {
        name: 'what',
        label: 'Data types',
        form: 'choices',
        choices: ['email', 'ip', 'card', 'token'],
        help: 'Detected automatically.',
      },
      {
        name: 'pattern',
        label: 'Custom pattern',
        form: 'code',
        placeholder: String.raw`AB-\d{4}`,
      },
      {
        name: 'fields',
        label: 'Fields',
        form: 'list',
        placeholder: '*',
        help: 'Default: the event text and all attributes.',
      },
      {
        name: 'with',
        label: 'Method',
        form: 'choice',
        choices: ['replacement', 'hash'],
        help: 'A hash is the same for the same value within your organization.',
      },
      { name: 'replacement', label: 'Replacement', form: 'text', placeholder: '[email]' },
    ],
  },
  drop: { label: 'Drop', about: 'Discards the event. It still counts as accepted.', fields: [] },
  sample: {
    label: 'Sample',
    about: 'Keeps a share of the events and records the rate in _sample_rate.',
    fields: [
      {
        name: 'rate',
        label: 'Rate',
        form: 'number',
        isRequired: true,
        placeholder: '0.1',
        help: '0.1 keeps 10% of events.',
      },
      {
        name: 'by',
        label: 'Consistent by',
        form: 'text',
        placeholder: 'trace_id',
        help: 'Events with the same value are kept or dropped together.',
      },
    ],
  },
  route: {
    label: 'Route to index',
    about: 'Sends the event to another index, which must exist.',
    fields: [{ name: 'index', label: 'Index', form: 'text', isRequired: true, placeholder: 'web' }],
  },
};

export const STEP_KINDS = Object.keys(STEP_FORMS).filter(isStepKind);

export function isStepKind(value: unknown): value is StepKind {
  return typeof value === 'string' && Object.hasOwn(STEP_FORMS, value);
}

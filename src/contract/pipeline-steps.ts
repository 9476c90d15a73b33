/** The steps of pipelines: one schema for each kind. */
import { type Static, Type } from 'typebox';
import { LIMITS } from '../spec/limits.ts';
import { described, fields, named } from './schema.ts';

const limits = LIMITS.pipelines;
const FieldName = Type.String({
  minLength: 1,
  maxLength: LIMITS.events.attributeKeyCharactersMax,
  description: '`event`, `level`, `source`, or the name of an attribute.',
});
const From = Type.Optional(
  Type.String({ ...FieldName, description: 'Field to read. Default: `event`.' }),
);
const Prefix = Type.Optional(
  Type.String({ maxLength: 100, description: 'Prefix for the names of all extracted fields.' }),
);
const IsOptional = Type.Optional(
  Type.Boolean({
    description:
      'Whether a missing match is ignored instead of counted as an error. Default: false.',
  }),
);
const PatternText = Type.String({ minLength: 1, maxLength: limits.patternCharactersMax });
const Text = Type.String({ maxLength: limits.valueCharactersMax });
const list = { minItems: 1, maxItems: limits.listMax };

const ParseJson = named(
  'ParseJson',
  fields(
    {
      kind: Type.Literal('parse_json'),
      field: From,
      prefix: Prefix,
      isOptional: IsOptional,
    },
    { description: 'A JSON object becomes attributes; nested names are joined with dots.' },
  ),
);

const ParseKeyValue = named(
  'ParseKeyValue',
  fields(
    {
      kind: Type.Literal('parse_key_value'),
      field: From,
      prefix: Prefix,
      isOptional: IsOptional,
      pairSeparator: Type.Optional(
        Type.String({ minLength: 1, maxLength: 1, description: 'Default: white space.' }),
      ),
      valueSeparator: Type.Optional(
        Type.String({ minLength: 1, maxLength: 1, description: 'Default `=`.' }),
      ),
    },
    { description: '`key=value` pairs become attributes. Values may be quoted.' },
  ),
);

const ParseRegex = named(
  'ParseRegex',
  fields(
    {
      kind: Type.Literal('parse_regex'),
      field: From,
      pattern: described(PatternText, 'Regular expression with named groups, which become fields.'),
      prefix: Prefix,
      isOptional: IsOptional,
    },
    { description: 'Named groups become fields. No look-around, no back-references.' },
  ),
);

const ParseGrok = named(
  'ParseGrok',
  fields(
    {
      kind: Type.Literal('parse_grok'),
      field: From,
      pattern: described(PatternText, 'Grok pattern. Its named captures become fields.'),
      definitions: Type.Optional(
        Type.Record(Type.String({ pattern: '^[A-Z0-9_]{1,50}$' }), PatternText, {
          maxProperties: limits.listMax,
          description: 'Custom patterns, by name.',
        }),
      ),
      isOptional: IsOptional,
    },
    {
      description: '`%{PATTERN:field}`. The documentation lists the built-in patterns.',
    },
  ),
);

const ExtractTimestamp = named(
  'ExtractTimestamp',
  fields(
    {
      kind: Type.Literal('extract_timestamp'),
      field: From,
      formats: Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
        ...list,
        description:
          '`iso`, `epoch`, `http`, `syslog`, or a format such as `yyyy-MM-dd HH:mm:ss.SSS ZZ`. The first match is used.',
      }),
      timezone: Type.Optional(
        Type.String({
          maxLength: 64,
          description: 'Time zone for timestamps without one. Default: `UTC`.',
        }),
      ),
      isOptional: IsOptional,
    },
    { description: 'Sets the event time from a field.' },
  ),
);

const ExtractLevel = named(
  'ExtractLevel',
  fields(
    {
      kind: Type.Literal('extract_level'),
      field: From,
      levels: Type.Optional(
        Type.Record(Type.String({ minLength: 1, maxLength: 100 }), Type.String({ maxLength: 50 }), {
          maxProperties: limits.listMax,
          description: 'Additional names of levels, e.g. `{ "NOTICE": "info" }`.',
        }),
      ),
      isOptional: IsOptional,
    },
    { description: 'Sets the level from a field: trace, debug, info, warn, error or fatal.' },
  ),
);

const Rename = fields(
  {
    kind: Type.Literal('rename'),
    from: described(FieldName, 'Field to rename: `event`, `level`, `source` or an attribute.'),
    to: described(FieldName, 'New name of the field.'),
    isOptional: IsOptional,
  },
  { description: 'Renames a field. An existing field with the new name is replaced.' },
);

const SetField = named(
  'SetField',
  fields(
    {
      kind: Type.Literal('set'),
      field: FieldName,
      value: described(Text, 'Text, or a template with fields such as `{service}`.'),
      isOptional: IsOptional,
    },
    { description: 'Sets a field to a text or a template such as `{service} on {host}`.' },
  ),
);

const RemoveFields = named(
  'RemoveFields',
  fields(
    {
      kind: Type.Literal('remove'),
      fields: Type.Array(FieldName, { ...list, description: 'Fields to remove.' }),
    },
    { description: 'Removes attributes. `*` at the end of a name matches any suffix.' },
  ),
);

const MASK_KINDS = ['email', 'ip', 'card', 'token'] as const;
export type MaskKind = (typeof MASK_KINDS)[number];

const Mask = fields(
  {
    kind: Type.Literal('mask'),
    fields: Type.Optional(
      Type.Array(FieldName, {
        ...list,
        description: 'Fields to mask. `*` means the message and every attribute. Default: `*`.',
      }),
    ),
    what: Type.Optional(
      Type.Array(Type.Enum([...MASK_KINDS]), {
        ...list,
        description:
          'Email addresses, IP addresses, card numbers with a valid check digit, tokens and secrets.',
      }),
    ),
    pattern: Type.Optional(
      Type.String({ ...PatternText, description: 'A custom regular expression.' }),
    ),
    with: Type.Optional(
      Type.Enum(['replacement', 'hash'], {
        description:
          '`hash`: a keyed hash, the same for the same value within your organization. Default `replacement`.',
      }),
    ),
    replacement: Type.Optional(
      Type.String({ ...Text, description: 'Default: the kind in brackets, e.g. `[email]`.' }),
    ),
  },
  { description: 'Masks sensitive data before it is stored.' },
);

const Drop = fields(
  { kind: Type.Literal('drop') },
  { description: 'Drops the event. It counts as accepted.' },
);

const Sample = fields(
  {
    kind: Type.Literal('sample'),
    rate: Type.Number({ exclusiveMinimum: 0, maximum: 1, description: '0.1 keeps one in ten.' }),
    by: Type.Optional(
      Type.String({
        ...FieldName,
        description: 'Events with the same value are kept or dropped together.',
      }),
    ),
  },
  { description: 'Keeps a sample of the events and sets `_sample_rate`.' },
);

const Route = fields(
  {
    kind: Type.Literal('route'),
    index: Type.String({ minLength: 1, maxLength: 63, description: 'Index to move the event to.' }),
  },
  { description: 'Routes the event to another index, which must exist.' },
);

export const PipelineStep = Type.Union(
  [
    ParseJson,
    ParseKeyValue,
    ParseRegex,
    ParseGrok,
    ExtractTimestamp,
    ExtractLevel,
    Rename,
    SetField,
    RemoveFields,
    Mask,
    Drop,
    Sample,
    Route,
  ],
  { title: 'PipelineStep' },
);
export type PipelineStep = Static<typeof PipelineStep>;
export type StepOf<Kind extends PipelineStep['kind']> = Extract<PipelineStep, { kind: Kind }>;

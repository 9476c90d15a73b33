/** The options of a kind of panel. What can be chosen for each kind stands in one table. */
import {
  Input,
  NativeSelect,
  NumberInput,
  SegmentedControl,
  Switch,
  TagsInput,
  Textarea,
  TextInput,
} from '@mantine/core';
import type { CompletePanel } from '../../../../../src/contract/definition-form.ts';
import type { PanelKind } from '../../../../../src/spec/dashboards.ts';
import { LIMITS } from '../../../../../src/spec/limits.ts';

const limits = LIMITS.dashboards;

type Choice = readonly [value: string, label: string];

type OptionField =
  | {
      readonly kind: 'choice';
      readonly name: string;
      readonly label: string;
      readonly choices: readonly Choice[];
    }
  | { readonly kind: 'flag'; readonly name: string; readonly label: string }
  | {
      readonly kind: 'number';
      readonly name: string;
      readonly label: string;
      readonly min: number;
      readonly max: number;
      readonly whenEmpty?: null;
    }
  | {
      readonly kind: 'names';
      readonly name: string;
      readonly label: string;
      readonly hint: string;
      readonly max: number;
    }
  | {
      readonly kind: 'text';
      readonly name: string;
      readonly label: string;
      readonly max: number;
      readonly whenEmpty?: null;
    }
  | { readonly kind: 'markdown' }
  | { readonly kind: 'unit' };

const UNIT: OptionField = { kind: 'unit' };

const FIELDS: Readonly<Record<PanelKind, readonly OptionField[]>> = {
  timeseries: [
    choice('style', 'Drawn as', [
      ['line', 'Lines'],
      ['area', 'Areas'],
      ['bars', 'Bars'],
    ]),
    choice('stack', 'Stacked', [
      ['none', 'No'],
      ['normal', 'Yes'],
      ['percent', 'Percent'],
    ]),
    { kind: 'flag', name: 'log', label: 'Logarithmic axis' },
    UNIT,
  ],
  value: [
    UNIT,
    { kind: 'number', name: 'decimals', label: 'Decimals', min: 0, max: 6, whenEmpty: null },
    choice('compare', 'Compared with', [
      ['previous', 'Before'],
      ['day', 'Day'],
      ['week', 'Week'],
      ['none', 'Nothing'],
    ]),
    choice('better', 'Better is', [
      ['', 'Neither'],
      ['lower', 'Lower'],
      ['higher', 'Higher'],
    ]),
    { kind: 'flag', name: 'sparkline', label: 'How it went, as a small line' },
  ],
  bars: [{ kind: 'number', name: 'top', label: 'Bars', min: 1, max: limits.barsMax }, UNIT],
  share: [
    choice('style', 'Drawn as', [
      ['bar', 'Bar'],
      ['donut', 'Ring'],
    ]),
    UNIT,
  ],
  heatmap: [
    choice('scale', 'Colours', [
      ['sqrt', 'Even out'],
      ['linear', 'Linear'],
    ]),
    UNIT,
  ],
  table: [
    names(
      'columns',
      'Columns',
      'None: all of them, as the query gives them.',
      limits.tableColumnsMax,
    ),
    names(
      'cellBars',
      'Columns with bars',
      'Their numbers are drawn as well.',
      limits.tableColumnsMax,
    ),
    { kind: 'number', name: 'rows', label: 'Rows', min: 1, max: limits.tableRowsMax },
  ],
  logs: [
    names('fields', 'Fields', 'Shown beside the text of events.', limits.logFieldsMax),
    { kind: 'number', name: 'rows', label: 'Events', min: 1, max: limits.logRowsMax },
    { kind: 'flag', name: 'wrap', label: 'Wrap long lines' },
  ],
  patterns: [{ kind: 'number', name: 'top', label: 'Patterns', min: 1, max: limits.patternsMax }],
  health: [
    names('services', 'Services', 'Their ids.', limits.healthServicesMax),
    {
      kind: 'text',
      name: 'tag',
      label: 'Or all with the tag',
      max: limits.tagCharactersMax,
      whenEmpty: null,
    },
  ],
  text: [{ kind: 'markdown' }],
  heading: [
    { kind: 'flag', name: 'collapsed', label: 'Closed at first: what it hides is not asked' },
  ],
};

function choice(name: string, label: string, choices: readonly Choice[]): OptionField {
  return { kind: 'choice', name, label, choices };
}

function names(name: string, label: string, hint: string, max: number): OptionField {
  return { kind: 'names', name, label, hint, max };
}

interface OptionFieldsProps {
  readonly panel: CompletePanel;
  readonly onChange: (panel: CompletePanel) => void;
}

export function OptionFields({ panel, onChange }: OptionFieldsProps) {
  const options: Readonly<Record<string, unknown>> = panel.options;
  const set = (name: string, value: unknown): void =>
    onChange({ ...panel, options: { ...panel.options, [name]: value } } as CompletePanel);
  return FIELDS[panel.kind].map((field) => {
    const name = nameOf(field);
    return (
      <Field key={name} field={field} value={options[name]} onChange={(next) => set(name, next)} />
    );
  });
}

function nameOf(field: OptionField): string {
  if (field.kind === 'unit') return 'unit';
  return field.kind === 'markdown' ? 'markdown' : field.name;
}

interface FieldProps {
  readonly field: OptionField;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

function Field({ field, value, onChange }: FieldProps) {
  switch (field.kind) {
    case 'choice':
      return (
        <Input.Wrapper label={field.label} labelElement="div">
          <SegmentedControl
            fullWidth
            size="xs"
            aria-label={field.label}
            value={typeof value === 'string' ? value : ''}
            data={field.choices.map(([each, label]) => ({ value: each, label }))}
            onChange={(next) => onChange(next === '' ? null : next)}
          />
        </Input.Wrapper>
      );
    case 'flag':
      return (
        <Switch
          label={field.label}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      );
    case 'names':
      return (
        <TagsInput
          label={field.label}
          description={field.hint}
          maxTags={field.max}
          value={Array.isArray(value) ? value.map(String) : []}
          onChange={onChange}
        />
      );
    case 'number':
      return <NumberField field={field} value={value} onChange={onChange} />;
    default:
      return (
        <TextField
          field={field}
          value={typeof value === 'string' ? value : ''}
          onChange={onChange}
        />
      );
  }
}

interface NumberFieldProps extends FieldProps {
  readonly field: Extract<OptionField, { readonly kind: 'number' }>;
}

function NumberField({ field, value, onChange }: NumberFieldProps) {
  return (
    <NumberInput
      label={field.label}
      min={field.min}
      max={field.max}
      allowDecimal={false}
      clampBehavior="strict"
      placeholder={field.whenEmpty === null ? 'As they come' : undefined}
      value={typeof value === 'number' ? value : ''}
      onChange={(next) => {
        if (typeof next === 'number') onChange(next);
        else if (field.whenEmpty === null) onChange(null);
      }}
    />
  );
}

interface TextFieldProps extends FieldProps {
  readonly field: Extract<OptionField, { readonly kind: 'text' | 'markdown' | 'unit' }>;
  readonly value: string;
}

function TextField({ field, value, onChange }: TextFieldProps) {
  if (field.kind === 'unit') return <UnitField value={value} onChange={onChange} />;
  if (field.kind === 'markdown') {
    return (
      <Textarea
        label="Markdown"
        autosize
        minRows={8}
        maxRows={24}
        maxLength={limits.markdownCharactersMax}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  }
  return (
    <TextInput
      label={field.label}
      maxLength={field.max}
      value={value}
      onChange={(event) => {
        const text = event.currentTarget.value;
        onChange(text === '' && field.whenEmpty === null ? null : text);
      }}
    />
  );
}

const UNITS: readonly Choice[] = [
  ['none', 'None'],
  ['%', 'Percent'],
  ['ms', 'Milliseconds'],
  ['s', 'Seconds'],
  ['bytes', 'Bytes'],
  ['/s', 'Per second'],
];
const OWN = 'own';

function UnitField({ value, onChange }: Pick<TextFieldProps, 'value' | 'onChange'>) {
  const isKnown = UNITS.some(([unit]) => unit === value);
  return (
    <>
      <NativeSelect
        label="Unit"
        value={isKnown ? value : OWN}
        data={[
          ...UNITS.map(([unit, label]) => ({ value: unit, label })),
          { value: OWN, label: 'A text of your own' },
        ]}
        onChange={(event) =>
          onChange(event.currentTarget.value === OWN ? '' : event.currentTarget.value)
        }
      />
      {!isKnown && (
        <TextInput
          label="Behind the number"
          placeholder="requests"
          maxLength={limits.unitCharactersMax}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </>
  );
}

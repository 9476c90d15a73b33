/** The options of a kind of panel, each in the form that suits it. */
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
import { LIMITS } from '../../../../../src/spec/limits.ts';
import { type Choice, OPTION_FIELDS, type OptionField } from '../logic/option-table.ts';

const limits = LIMITS.dashboards;

interface OptionFieldsProps {
  readonly panel: CompletePanel;
  readonly onChange: (panel: CompletePanel) => void;
}

export function OptionFields({ panel, onChange }: OptionFieldsProps) {
  const options: Readonly<Record<string, unknown>> = panel.options;
  const set = (name: string, value: unknown): void =>
    onChange({ ...panel, options: { ...panel.options, [name]: value } } as CompletePanel);
  return OPTION_FIELDS[panel.kind].map((field) => {
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
      placeholder={field.whenEmpty === null ? 'As returned' : undefined}
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
          { value: OWN, label: 'Custom' },
        ]}
        onChange={(event) =>
          onChange(event.currentTarget.value === OWN ? '' : event.currentTarget.value)
        }
      />
      {!isKnown && (
        <TextInput
          label="Shown after the value"
          placeholder="requests"
          maxLength={limits.unitCharactersMax}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </>
  );
}

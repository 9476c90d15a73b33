import { MultiSelect, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { VariableAnswer } from '../../../../../src/contract/dashboard-data.ts';
import { INTERVALS } from '../../../../../src/spec/dashboards.ts';

/** The parts of a variable that are required to choose its values; a public link reveals no more than this. */
export interface SeenVariable {
  readonly name: string;
  readonly type: string;
  readonly label: string;
  readonly multiple: boolean;
  readonly all: boolean;
}

interface VariableFieldProps {
  readonly variable: SeenVariable;
  readonly answer: VariableAnswer | undefined;
  readonly onChange: (values: readonly string[]) => void;
}

export function VariableField({ variable, answer, onChange }: VariableFieldProps) {
  const { name, type, multiple } = variable;
  const label = variable.label === '' ? name : variable.label;
  const error = answer?.error?.error;
  if (type === 'text') {
    return <TextVariable label={label} value={answer?.values[0] ?? ''} onChange={onChange} />;
  }
  const options =
    type === 'interval'
      ? INTERVALS.map((value) => ({ value, label: value }))
      : optionsOf(answer, answer?.values ?? []);
  const shared = {
    label,
    error,
    size: 'xs' as const,
    searchable: options.length > 8,
    limit: 200,
    nothingFoundMessage: answer === undefined ? 'Loading options' : 'No matching options',
    comboboxProps: { shadow: 'md' },
    className: 'db-variable',
    classNames: { label: 'db-variable-label' },
  };
  if (multiple) {
    return (
      <MultiSelect
        {...shared}
        data={options}
        value={[...(answer?.values ?? [])]}
        placeholder={answer?.values.length === 0 ? 'All' : ''}
        clearable
        onChange={onChange}
      />
    );
  }
  return (
    <Select
      {...shared}
      data={options}
      value={answer?.values[0] ?? null}
      placeholder="All"
      clearable={variable.all && type !== 'interval'}
      allowDeselect={variable.all && type !== 'interval'}
      onChange={(value) => onChange(value === null ? [] : [value])}
    />
  );
}

/** Always includes the chosen values, even if they no longer occur in the data. */
function optionsOf(answer: VariableAnswer | undefined, values: readonly string[]) {
  const options = answer?.options ?? [];
  const missing = values.filter((value) => !options.some((option) => option.value === value));
  return [...missing.map((value) => ({ value, label: value })), ...options];
}

interface TextVariableProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (values: readonly string[]) => void;
}

/** Applies the value when the user has finished typing. */
function TextVariable({ label, value, onChange }: TextVariableProps) {
  const [draft, setDraft] = useState<string>();
  const apply = (): void => {
    if (draft !== undefined && draft !== value) onChange(draft === '' ? [] : [draft]);
    setDraft(undefined);
  };
  return (
    <TextInput
      label={label}
      size="xs"
      className="db-variable"
      classNames={{ label: 'db-variable-label' }}
      value={draft ?? value}
      onChange={(change) => setDraft(change.currentTarget.value)}
      onBlur={apply}
      onKeyDown={({ key }) => {
        if (key === 'Enter') apply();
        if (key === 'Escape') setDraft(undefined);
      }}
    />
  );
}

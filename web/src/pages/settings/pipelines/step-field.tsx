import {
  MultiSelect,
  NativeSelect,
  NumberInput,
  Switch,
  TagsInput,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useState } from 'react';
import { readPairs, writePairs } from './pairs.ts';
import type { StepFieldFacts } from './step-forms.ts';

interface StepFieldProps {
  readonly facts: StepFieldFacts;
  readonly value: unknown;
  readonly error: string | undefined;
  readonly onChange: (value: unknown) => void;
}

/** One setting of a step, in the form that suits it. */
export function StepField({ facts, value, error, onChange }: StepFieldProps) {
  const shared = {
    label: facts.label,
    description: facts.help,
    error,
    required: facts.isRequired === true,
    ...(facts.placeholder === undefined ? {} : { placeholder: facts.placeholder }),
  };
  switch (facts.form) {
    case 'text':
    case 'code':
      return (
        <TextInput
          {...shared}
          {...(facts.form === 'code' ? { classNames: { input: 'xp-mono' } } : {})}
          value={typeof value === 'string' ? value : ''}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case 'number':
      return (
        <NumberInput
          {...shared}
          min={0}
          max={1}
          step={0.05}
          value={typeof value === 'number' ? value : ''}
          onChange={(number) => onChange(typeof number === 'number' ? number : undefined)}
        />
      );
    case 'switch':
      return (
        <Switch
          label={facts.label}
          checked={value === true}
          mt="lg"
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      );
    case 'list':
      return (
        <TagsInput
          {...shared}
          value={textsOf(value)}
          placeholder={textsOf(value).length === 0 ? (facts.placeholder ?? '') : ''}
          onChange={onChange}
        />
      );
    case 'choices':
      return (
        <MultiSelect
          {...shared}
          data={[...(facts.choices ?? [])]}
          value={textsOf(value)}
          onChange={onChange}
        />
      );
    case 'choice':
      return <ChoiceField facts={facts} value={value} error={error} onChange={onChange} />;
    case 'pairs':
      return <PairsField facts={facts} value={value} error={error} onChange={onChange} />;
  }
}

/** The first choice is the default, and is not written down. */
function ChoiceField({ facts, value, error, onChange }: StepFieldProps) {
  const [usual = '', ...others] = facts.choices ?? [];
  return (
    <NativeSelect
      label={facts.label}
      description={facts.help}
      data={[{ value: '', label: `${usual} (default)` }, ...others]}
      value={typeof value === 'string' && value !== usual ? value : ''}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** Keeps the text as typed: an incomplete line is not a pair yet, and must not disappear. */
function PairsField({ facts, value, error, onChange }: StepFieldProps) {
  const [text, setText] = useState(() => writePairs(value));
  return (
    <Textarea
      label={facts.label}
      description={facts.help}
      placeholder={facts.placeholder ?? ''}
      autosize
      minRows={1}
      maxRows={8}
      classNames={{ input: 'xp-mono' }}
      value={text}
      error={error}
      onChange={(event) => {
        setText(event.currentTarget.value);
        onChange(readPairs(event.currentTarget.value));
      }}
    />
  );
}

function textsOf(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  const items: readonly unknown[] = value;
  return items.filter((item) => typeof item === 'string');
}

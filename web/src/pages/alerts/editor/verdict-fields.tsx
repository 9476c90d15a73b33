import {
  Checkbox,
  Group,
  NativeSelect,
  NumberInput,
  SegmentedControl,
  Textarea,
} from '@mantine/core';
import { useState } from 'react';
import { MODEL_VENDOR_DEFAULT, MODELS } from '../../../../../src/spec/evaluation.ts';
import { usualFireOn } from '../../../../../src/contract/alert-rule-form.ts';
import { LIMITS } from '../../../../../src/spec/limits.ts';
import { readItems, writeItems } from '../logic/item-lines.ts';
import { type ConditionProps, withField } from './condition-props.ts';
import classes from './editor.module.css';

const { alerts, evaluation } = LIMITS;

export function VerdictFields(props: ConditionProps<'verdict'>) {
  const { condition, problemOf, onChange } = props;
  const { mode = 'test_classification' } = condition;
  return (
    <>
      <Textarea
        label="Instruction"
        required
        placeholder="Check whether the nightly backup finished."
        autosize
        minRows={2}
        maxRows={8}
        maxLength={evaluation.criteriaCharactersMax}
        value={condition.criteria}
        error={problemOf('criteria')}
        onChange={(event) => onChange({ ...condition, criteria: event.currentTarget.value })}
      />
      <SegmentedControl
        w="fit-content"
        aria-label="Evaluation type"
        value={mode}
        data={[
          { value: 'test_classification', label: 'One finding per item' },
          { value: 'generic_verdict', label: 'Summary of the events' },
        ]}
        onChange={(next) => onChange({ ...condition, mode: next })}
      />
      {mode === 'test_classification' && <Items {...props} />}
      <FireOn {...props} />
      <Bounds {...props} />
    </>
  );
}

function Items({ condition, problemOf, onChange }: ConditionProps<'verdict'>) {
  const [text, setText] = useState(() => writeItems(condition.expectedItems ?? []));
  return (
    <Textarea
      label="Items"
      description="One per line: name, colon, expectation."
      placeholder="backup: The backup finished with exit code 0"
      autosize
      minRows={2}
      maxRows={10}
      classNames={{ input: 'xp-mono' }}
      value={text}
      error={problemOf('expectedItems')}
      onChange={(event) => {
        setText(event.currentTarget.value);
        const items = readItems(event.currentTarget.value);
        onChange(withField(condition, 'expectedItems', items.length === 0 ? undefined : items));
      }}
    />
  );
}

function FireOn({ condition, problemOf, onChange }: ConditionProps<'verdict'>) {
  const isGeneric = condition.mode === 'generic_verdict';
  const chosen = condition.fireOn ?? usualFireOn(condition.mode);
  return (
    <Checkbox.Group
      label="Fire when an item"
      value={chosen}
      error={problemOf('fireOn')}
      onChange={(names) => {
        const fireOn = (['failed', 'not_found'] as const).filter((each) => names.includes(each));
        if (fireOn.length > 0) onChange({ ...condition, fireOn });
      }}
    >
      <Group gap="md" mt={4}>
        <Checkbox value="failed" label="fails" />
        {!isGeneric && <Checkbox value="not_found" label="is not found" />}
      </Group>
    </Checkbox.Group>
  );
}

function Bounds({ condition, problemOf, onChange }: ConditionProps<'verdict'>) {
  const number = (name: 'rows' | 'minConfidence' | 'creditsPerDay') => ({
    className: classes['number'] ?? '',
    value: condition[name] ?? '',
    error: problemOf(name),
    onChange: (next: number | string) =>
      onChange(withField(condition, name, typeof next === 'number' ? next : undefined)),
  });
  return (
    <Group align="flex-start" gap="sm">
      <NativeSelect
        label="Model"
        value={condition.model ?? ''}
        error={problemOf('model')}
        data={[
          { value: '', label: 'Default' },
          ...Object.keys(MODELS).map((name) => ({
            value: `${MODEL_VENDOR_DEFAULT}-${name}`,
            label: name,
          })),
        ]}
        onChange={(event) => {
          const { value } = event.currentTarget;
          onChange(withField(condition, 'model', value === '' ? undefined : value));
        }}
      />
      <NumberInput
        label="Maximum events"
        min={1}
        max={alerts.verdictRowsMax}
        placeholder={String(alerts.verdictRowsDefault)}
        {...number('rows')}
      />
      <NumberInput
        label="Minimum confidence"
        min={0}
        max={1}
        step={0.05}
        placeholder={String(alerts.verdictConfidenceDefault)}
        {...number('minConfidence')}
      />
      <NumberInput
        label="Credit limit per day"
        min={0}
        max={alerts.verdictCreditsPerDayMax}
        placeholder={String(alerts.verdictCreditsPerDayDefault)}
        {...number('creditsPerDay')}
      />
    </Group>
  );
}

import { Group, NativeSelect, NumberInput } from '@mantine/core';
import { COMPARISONS } from '../../../../../src/spec/alerts.ts';
import { COMPARISON_WORDS } from '../logic/condition-words.ts';
import { type ConditionProps, withField } from './condition-props.ts';
import classes from './editor.module.css';
import { ColumnField, GroupField } from './group-field.tsx';

interface ThresholdFieldsProps extends ConditionProps<'threshold'> {
  readonly isTable: boolean;
}

export function ThresholdFields(props: ThresholdFieldsProps) {
  const { condition, problemOf, onChange, isTable } = props;
  const { of, op, value, by = [], recoverAt = null } = condition;
  return (
    <>
      <ColumnField
        isTable={isTable}
        value={of}
        error={problemOf('of')}
        onChange={(column) => onChange(withField(condition, 'of', column))}
      />
      <Group align="flex-start" gap="sm">
        <NativeSelect
          label={of === undefined || of === 'count' ? 'Event count' : of}
          value={op}
          data={COMPARISONS.map((each) => ({ value: each, label: COMPARISON_WORDS[each] }))}
          error={problemOf('op')}
          onChange={(event) => {
            const next = COMPARISONS.find((each) => each === event.currentTarget.value);
            if (next !== undefined) onChange({ ...condition, op: next });
          }}
        />
        <NumberInput
          label="Threshold"
          className={classes['number'] ?? ''}
          value={value}
          error={problemOf('value')}
          onChange={(next) => {
            if (typeof next === 'number') onChange({ ...condition, value: next });
          }}
        />
        <NumberInput
          label="Recovery threshold"
          description="Default: same as the threshold"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          className={classes['number'] ?? ''}
          value={recoverAt ?? ''}
          error={problemOf('recoverAt')}
          onChange={(next) =>
            onChange(withField(condition, 'recoverAt', typeof next === 'number' ? next : undefined))
          }
        />
      </Group>
      {(!isTable || by.length > 0) && (
        <GroupField
          description="Each value has its own state and incidents. Default: one state for all events."
          value={by}
          error={problemOf('by')}
          onChange={(fields) =>
            onChange(withField(condition, 'by', fields.length === 0 ? undefined : fields))
          }
        />
      )}
    </>
  );
}

import { Group, NativeSelect, NumberInput } from '@mantine/core';
import { LIMITS } from '../../../../../src/spec/limits.ts';
import { type ConditionProps, withField } from './condition-props.ts';
import classes from './editor.module.css';
import { ColumnField, GroupField } from './group-field.tsx';

const { alerts } = LIMITS;
const DIRECTIONS = [
  { value: 'both', label: 'rise or fall' },
  { value: 'up', label: 'rise' },
  { value: 'down', label: 'fall' },
] as const;
const COMPARES = [
  { value: 'week', label: 'previous weeks' },
  { value: 'day', label: 'previous days' },
] as const;

interface ChangeFieldsProps extends ConditionProps<'change'> {
  readonly isTable: boolean;
}

export function ChangeFields(props: ChangeFieldsProps) {
  const { condition, problemOf, onChange, isTable } = props;
  const by = condition.by ?? [];
  return (
    <>
      <ColumnField
        isTable={isTable}
        value={condition.of}
        error={problemOf('of')}
        onChange={(column) => onChange(withField(condition, 'of', column))}
      />
      <Amounts {...props} />
      <Group align="flex-start" gap="sm">
        <NativeSelect
          label="Baseline: same time in"
          value={condition.compare ?? 'week'}
          data={[...COMPARES]}
          error={problemOf('compare')}
          onChange={(event) => {
            const next = COMPARES.find(({ value }) => value === event.currentTarget.value);
            onChange(withField(condition, 'compare', next?.value));
          }}
        />
        <NumberInput
          label="Number of periods"
          className={classes['number'] ?? ''}
          min={1}
          max={alerts.changePeriodsMax}
          placeholder={String(alerts.changePeriodsDefault)}
          value={condition.periods ?? ''}
          error={problemOf('periods')}
          onChange={(next) =>
            onChange(withField(condition, 'periods', typeof next === 'number' ? next : undefined))
          }
        />
      </Group>
      {(!isTable || by.length > 0) && (
        <GroupField
          description="Each value is compared with its own baseline. Default: one baseline for all events."
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

function Amounts({ condition, problemOf, onChange }: ChangeFieldsProps) {
  return (
    <Group align="flex-start" gap="sm">
      <NativeSelect
        label="Direction"
        value={condition.direction ?? 'both'}
        data={[...DIRECTIONS]}
        error={problemOf('direction')}
        onChange={(event) => {
          const next = DIRECTIONS.find(({ value }) => value === event.currentTarget.value);
          onChange(withField(condition, 'direction', next?.value));
        }}
      />
      <NumberInput
        label="Minimum change (%)"
        className={classes['number'] ?? ''}
        min={0}
        max={alerts.changePercentMax}
        placeholder={String(alerts.changePercentDefault)}
        value={condition.percent ?? ''}
        error={problemOf('percent')}
        onChange={(next) =>
          onChange(withField(condition, 'percent', typeof next === 'number' ? next : undefined))
        }
      />
      <NumberInput
        label="Minimum difference"
        className={classes['number'] ?? ''}
        min={0}
        placeholder={String(alerts.changeDifferenceDefault)}
        value={condition.minDifference ?? ''}
        error={problemOf('minDifference')}
        onChange={(next) =>
          onChange(
            withField(condition, 'minDifference', typeof next === 'number' ? next : undefined),
          )
        }
      />
    </Group>
  );
}

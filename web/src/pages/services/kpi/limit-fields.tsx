import { Group, NumberInput, SegmentedControl } from '@mantine/core';
import { BETTER, type Better } from '../../../../../src/spec/services.ts';
import type { LimitForm } from '../logic/kpi-draft.ts';
import type { KpiFieldProps } from './kpi-field-props.ts';

const BETTER_WORDS: Readonly<Record<Better, string>> = {
  lower: 'Lower is better',
  higher: 'Higher is better',
  range: 'Within a range',
};

export function LimitFields(props: KpiFieldProps) {
  const { form, onChange } = props;
  return (
    <>
      <SegmentedControl
        aria-label="Good values"
        w="fit-content"
        value={form.better}
        data={BETTER.map((each) => ({ value: each, label: BETTER_WORDS[each] }))}
        onChange={(better) => onChange({ ...form, better })}
      />
      <Group grow align="flex-start">
        <Limit {...props} name="warning" label="Warning" />
        <Limit {...props} name="critical" label="Critical" />
      </Group>
    </>
  );
}

interface LimitProps extends KpiFieldProps {
  readonly name: 'warning' | 'critical';
  readonly label: string;
}

function Limit({ form, problemOf, onChange, name, label }: LimitProps) {
  const limit = form[name];
  const put = (change: Partial<LimitForm>): void =>
    onChange({ ...form, [name]: { ...limit, ...change } });
  if (form.better === 'range') {
    return (
      <Group grow align="flex-start" wrap="nowrap">
        <Amount
          label={`${label} below`}
          value={limit.low}
          error={problemOf(name)}
          onChange={(low) => put({ low })}
        />
        <Amount
          label={`${label} above`}
          value={limit.high}
          error={undefined}
          onChange={(high) => put({ high })}
        />
      </Group>
    );
  }
  return (
    <Amount
      label={`${label} ${form.better === 'higher' ? 'below' : 'above'}`}
      value={limit.value}
      error={problemOf(name)}
      onChange={(value) => put({ value })}
    />
  );
}

interface AmountProps {
  readonly label: string;
  readonly value: number | null;
  readonly error: string | undefined;
  readonly onChange: (value: number | null) => void;
}

/** Empty: no such limit. */
function Amount({ label, value, error, onChange }: AmountProps) {
  return (
    <NumberInput
      label={label}
      placeholder="none"
      value={value ?? ''}
      error={error}
      onChange={(next) => onChange(typeof next === 'number' ? next : null)}
    />
  );
}

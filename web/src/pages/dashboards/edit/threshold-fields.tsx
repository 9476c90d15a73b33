import { ActionIcon, Button, Group, Input, NativeSelect, NumberInput } from '@mantine/core';
import { THRESHOLD_STATES } from '../../../../../src/spec/dashboards.ts';
import { LIMITS } from '../../../../../src/spec/limits.ts';
import { Icon } from '../../../parts/icons.tsx';
import type { Threshold } from '../panels/panel-props.ts';

const WORDS: Readonly<Record<Threshold['state'], string>> = {
  ok: 'fine',
  warning: 'warning',
  critical: 'critical',
};

interface ThresholdFieldsProps {
  readonly thresholds: readonly Threshold[];
  readonly onChange: (thresholds: readonly Threshold[]) => void;
}

/** From which number on it is how bad. */
export function ThresholdFields({ thresholds, onChange }: ThresholdFieldsProps) {
  const change = (at: number, part: Partial<Threshold>): void =>
    onChange(thresholds.map((each, place) => (place === at ? { ...each, ...part } : each)));
  const last = thresholds.at(-1);
  return (
    <fieldset className="de-fieldset">
      <Input.Label component="legend">Thresholds</Input.Label>
      {thresholds.map((threshold, at) => (
        <Group key={at} gap={6} wrap="nowrap" mb={6}>
          <NumberInput
            aria-label={`Threshold ${at + 1}, value`}
            leftSection="≥"
            w={110}
            value={threshold.from}
            onChange={(next) => {
              if (typeof next === 'number') change(at, { from: next });
            }}
          />
          <NativeSelect
            aria-label={`Threshold ${at + 1}, level`}
            flex={1}
            value={threshold.state}
            data={THRESHOLD_STATES.map((value) => ({ value, label: WORDS[value] }))}
            onChange={(event) => {
              const state = THRESHOLD_STATES.find((each) => each === event.currentTarget.value);
              if (state !== undefined) change(at, { state });
            }}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Remove threshold ${at + 1}`}
            onClick={() => onChange(thresholds.filter((_, place) => place !== at))}
          >
            <Icon name="close" size={14} />
          </ActionIcon>
        </Group>
      ))}
      {thresholds.length < LIMITS.dashboards.thresholdsMax && (
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<Icon name="plus" size={13} />}
          onClick={() =>
            onChange([
              ...thresholds,
              last === undefined
                ? { from: 10, state: 'warning' }
                : { from: last.from * 2, state: 'critical' },
            ])
          }
        >
          Add threshold
        </Button>
      )}
    </fieldset>
  );
}

import { MultiSelect, NativeSelect, NumberInput, SimpleGrid } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { LIMITS } from '../../../../../src/spec/limits.ts';
import { alertRulesQuery } from '../../../data/alerts-queries.ts';
import { type RuleDraft, withSetting } from '../logic/rule-draft.ts';
import classes from './editor.module.css';
import type { RuleFieldProps } from './field-props.ts';
import { SpanField } from './span-field.tsx';

const { alerts } = LIMITS;

type SpanKey = 'for' | 'keepFiring' | 'groupWait' | 'throttle' | 'delay' | 'lateMax';
const SPANS: readonly { key: SpanKey; label: string; min: number; max: number }[] = [
  { key: 'for', label: 'Pending period', min: 0, max: alerts.holdSecondsMax },
  { key: 'keepFiring', label: 'Keep firing for', min: 0, max: alerts.holdSecondsMax },
  { key: 'groupWait', label: 'Group wait', min: 0, max: alerts.groupWaitSecondsMax },
  {
    key: 'throttle',
    label: 'Minimum interval between notifications',
    min: 0,
    max: alerts.throttleSecondsMax,
  },
  { key: 'delay', label: 'Evaluation delay', min: 0, max: alerts.delaySecondsMax },
  {
    key: 'lateMax',
    label: 'Maximum event age',
    min: alerts.lateSecondsMin,
    max: alerts.lateSecondsMax,
  },
];

type NumberKey = 'maxGroups' | 'samples';
const NUMBERS: readonly { key: NumberKey; label: string; min: number; max: number }[] = [
  { key: 'maxGroups', label: 'Maximum groups', min: 1, max: alerts.groupsMax },
  { key: 'samples', label: 'Log lines per notification', min: 0, max: alerts.samplesMax },
];

/** How patient it is, what it makes of missing data, and what else can be set. */
export function PatienceFields(props: RuleFieldProps & { readonly ruleId: string | undefined }) {
  const { draft, settled, problemOf, onChange } = props;
  return (
    <details className={classes['more']}>
      <summary>Advanced: evaluation and missing data</summary>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing={10}>
        {NUMBERS.map(({ key, label, min, max }) => (
          <NumberInput
            key={key}
            label={label}
            min={min}
            max={max}
            placeholder={String(settled[key])}
            value={draft[key] ?? ''}
            error={problemOf(key)}
            onChange={(next) =>
              onChange(withSetting(draft, key, typeof next === 'number' ? next : undefined))
            }
          />
        ))}
        {SPANS.map(({ key, ...facts }) => (
          <SpanField
            key={key}
            {...facts}
            value={draft[key]}
            usual={settled[key]}
            error={problemOf(key)}
            onChange={(seconds) => onChange(withSetting(draft, key, seconds))}
          />
        ))}
        <Choices {...props} />
        <MutedBy {...props} />
      </SimpleGrid>
    </details>
  );
}

interface Choice {
  readonly key: 'basis' | 'noData' | 'onError';
  readonly label: string;
  readonly data: readonly { readonly value: string; readonly label: string }[];
}

const CHOICES: readonly Choice[] = [
  {
    key: 'basis',
    label: 'Time basis',
    data: [
      { value: 'arrival', label: 'ingest time' },
      { value: 'event', label: 'event time' },
    ],
  },
  {
    key: 'noData',
    label: 'On no data',
    data: [
      { value: 'keep', label: 'keep state' },
      { value: 'resolve', label: 'resolve' },
      { value: 'fire', label: 'fire' },
    ],
  },
  {
    key: 'onError',
    label: 'On evaluation error',
    data: [
      { value: 'keep', label: 'keep state' },
      { value: 'fire', label: 'fire' },
    ],
  },
];

function Choices({ draft, settled, problemOf, onChange }: RuleFieldProps) {
  return CHOICES.map(({ key, label, data }) => (
    <NativeSelect
      key={key}
      label={label}
      data={[...data]}
      disabled={key === 'basis' && draft.condition.kind === 'change'}
      value={settled[key]}
      error={problemOf(key)}
      onChange={(event) => {
        const chosen = data.find(({ value }) => value === event.currentTarget.value);
        onChange(withSetting(draft, key, chosen?.value as RuleDraft[typeof key]));
      }}
    />
  ));
}

interface MutedByProps extends RuleFieldProps {
  readonly ruleId: string | undefined;
}

function MutedBy({ draft, settled, problemOf, onChange, ruleId }: MutedByProps) {
  const rules = useQuery(alertRulesQuery);
  const others = (rules.data ?? []).filter(({ id }) => id !== ruleId);
  return (
    <MultiSelect
      label="Inhibited by"
      searchable
      data={others.map(({ id, name }) => ({ value: id, label: name }))}
      value={[...settled.mutedBy]}
      maxValues={alerts.mutedByMax}
      error={problemOf('mutedBy')}
      onChange={(ids) => onChange(withSetting(draft, 'mutedBy', ids))}
    />
  );
}

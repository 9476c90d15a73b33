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
  { key: 'for', label: 'Holds for at least', min: 0, max: alerts.holdSecondsMax },
  { key: 'keepFiring', label: 'Fires on for', min: 0, max: alerts.holdSecondsMax },
  { key: 'groupWait', label: 'Messages wait for others', min: 0, max: alerts.groupWaitSecondsMax },
  { key: 'throttle', label: 'Between two messages', min: 0, max: alerts.throttleSecondsMax },
  { key: 'delay', label: 'Looks behind by', min: 0, max: alerts.delaySecondsMax },
  {
    key: 'lateMax',
    label: 'Older events never count',
    min: alerts.lateSecondsMin,
    max: alerts.lateSecondsMax,
  },
];

type NumberKey = 'fireAfter' | 'resolveAfter' | 'maxGroups' | 'samples';
const NUMBERS: readonly { key: NumberKey; label: string; min: number; max: number }[] = [
  { key: 'fireAfter', label: 'Fires after checks in a row', min: 1, max: alerts.ticksMax },
  { key: 'resolveAfter', label: 'Over after checks in a row', min: 1, max: alerts.ticksMax },
  { key: 'maxGroups', label: 'Groups at most', min: 1, max: alerts.groupsMax },
  { key: 'samples', label: 'Lines in a message', min: 0, max: alerts.samplesMax },
];

/** How patient it is, what it makes of missing data, and what else can be set. */
export function PatienceFields(props: RuleFieldProps & { readonly ruleId: string | undefined }) {
  const { draft, settled, problemOf, onChange } = props;
  return (
    <details className={classes['more']}>
      <summary>Patience, missing data, late events</summary>
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
    label: 'Events count',
    data: [
      { value: 'arrival', label: 'when they arrive' },
      { value: 'event', label: 'by their own time' },
    ],
  },
  {
    key: 'noData',
    label: 'No value',
    data: [
      { value: 'keep', label: 'changes nothing' },
      { value: 'resolve', label: 'ends it' },
      { value: 'fire', label: 'fires' },
    ],
  },
  {
    key: 'onError',
    label: 'A failed check',
    data: [
      { value: 'keep', label: 'changes nothing' },
      { value: 'fire', label: 'fires' },
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
      label="Muted while another fires"
      searchable
      data={others.map(({ id, name }) => ({ value: id, label: name }))}
      value={[...settled.mutedBy]}
      maxValues={alerts.mutedByMax}
      error={problemOf('mutedBy')}
      onChange={(ids) => onChange(withSetting(draft, 'mutedBy', ids))}
    />
  );
}

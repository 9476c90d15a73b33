import {
  Checkbox,
  Group,
  NativeSelect,
  NumberInput,
  Switch,
  Text,
  TextInput,
  Stack,
  Title,
} from '@mantine/core';
import { LIMITS } from '../../../../../src/spec/limits.ts';
import {
  EMPTY_MEANINGS,
  KPI_EVERY_SECONDS,
  SLO_KINDS,
  SLO_WINDOW_DAYS,
} from '../../../../../src/spec/services.ts';
import { EVERY_WORDS } from '../logic/measure-words.ts';
import { valueWords } from '../logic/value-words.ts';
import classes from '../services.module.css';
import type { KpiFieldProps } from './kpi-field-props.ts';
import { LimitFields } from './limit-fields.tsx';
import { MeasureFields } from './measure-fields.tsx';
import type { ReactNode } from 'react';

const limits = LIMITS.services;

export function KpiFields(props: KpiFieldProps) {
  const { form, problemOf, onChange } = props;
  return (
    <div className={classes['fields']}>
      <TextInput
        label="Name"
        required
        placeholder="Error rate"
        maxLength={limits.nameCharactersMax}
        value={form.name}
        error={problemOf('name')}
        onChange={(event) => onChange({ ...form, name: event.currentTarget.value })}
      />
      <FormSection title="Measurement">
        <MeasureFields {...props} />
      </FormSection>
      <FormSection title="Thresholds">
        <LimitFields {...props} />
      </FormSection>
      <FormSection title="Schedule">
        <PaceFields {...props} />
      </FormSection>
      <FormSection title="Weight">
        <WeightFields {...props} />
      </FormSection>
      <FormSection title="SLO">
        <SloFields {...props} />
      </FormSection>
    </div>
  );
}

/** Evaluation interval of a rule that watches the KPI, in seconds. */
const ALERT_SECONDS = LIMITS.alerts.intervalSecondsMin;

function PaceFields({ form, problemOf, onChange }: KpiFieldProps) {
  const seconds = form.everySeconds + form.delaySeconds + ALERT_SECONDS;
  return (
    <>
      <Group grow align="flex-start">
        <NativeSelect
          label="Interval"
          value={String(form.everySeconds)}
          data={KPI_EVERY_SECONDS.map((each) => ({
            value: String(each),
            label: EVERY_WORDS[each] ?? String(each),
          }))}
          error={problemOf('everySeconds')}
          onChange={(event) => {
            const everySeconds = KPI_EVERY_SECONDS.find(
              (each) => String(each) === event.currentTarget.value,
            );
            if (everySeconds !== undefined) onChange({ ...form, everySeconds });
          }}
        />
        <NumberInput
          label="Evaluation delay (s)"
          min={limits.delaySecondsMin}
          max={limits.delaySecondsMax}
          allowDecimal={false}
          value={form.delaySeconds}
          error={problemOf('delaySeconds')}
          onChange={(next) => {
            if (typeof next === 'number') onChange({ ...form, delaySeconds: next });
          }}
        />
      </Group>
      <Text size="xs" c="dimmed">
        Alerts on this KPI fire at most {valueWords(seconds, 's')} after the event. A 1-minute
        interval with a delay of {limits.delaySecondsMin} s keeps this at two minutes.
      </Text>
      <Group grow align="flex-start">
        <NumberInput
          label="Minimum events"
          description="Intervals with fewer events count as “too few events”."
          placeholder="Default for this measurement"
          min={0}
          max={limits.minimumEventsMax}
          allowDecimal={false}
          value={form.minimumEvents ?? ''}
          error={problemOf('minimumEvents')}
          onChange={(next) =>
            onChange({ ...form, minimumEvents: typeof next === 'number' ? next : null })
          }
        />
        <NativeSelect
          label="On no events"
          description="No events never count as good by default."
          value={form.emptyMeans}
          data={[
            { value: 'no_data', label: 'no data' },
            { value: 'zero', label: 'value is 0' },
          ]}
          error={problemOf('emptyMeans')}
          onChange={(event) => {
            const emptyMeans = EMPTY_MEANINGS.find((each) => each === event.currentTarget.value);
            if (emptyMeans !== undefined) onChange({ ...form, emptyMeans });
          }}
        />
      </Group>
    </>
  );
}

function WeightFields({ form, problemOf, onChange }: KpiFieldProps) {
  return (
    <>
      <NumberInput
        label="Weight"
        description={`1 to ${limits.importanceMax}. Sets its share of the health score.`}
        w={200}
        min={1}
        max={limits.importanceMax}
        allowDecimal={false}
        value={form.importance}
        error={problemOf('importance')}
        onChange={(next) => {
          if (typeof next === 'number') onChange({ ...form, importance: next });
        }}
      />
      <Checkbox
        label="Gating: the service is critical while this KPI is critical"
        checked={form.decisive}
        onChange={(event) => onChange({ ...form, decisive: event.currentTarget.checked })}
      />
      <Switch
        label="Enabled. Disabled KPIs don't count toward the score"
        checked={form.isEnabled}
        onChange={(event) => onChange({ ...form, isEnabled: event.currentTarget.checked })}
      />
    </>
  );
}

function SloFields({ form, problemOf, onChange }: KpiFieldProps) {
  const { slo, hasSlo, kind } = form;
  const put = (change: Partial<typeof slo>): void =>
    onChange({ ...form, slo: { ...slo, ...change } });
  return (
    <>
      <Checkbox
        label="Track an SLO"
        checked={hasSlo}
        onChange={(event) =>
          onChange({
            ...form,
            hasSlo: event.currentTarget.checked,
            // An aggregate over all events has no good events: only the timeslice kind is possible.
            slo: { ...slo, kind: kind === 'aggregate' ? 'timeslices' : slo.kind },
          })
        }
      />
      {hasSlo && (
        <Group grow align="flex-start">
          <NumberInput
            label="Target (%)"
            min={limits.targetMin}
            max={limits.targetMax}
            decimalScale={3}
            value={slo.target}
            error={problemOf('slo.target')}
            onChange={(target) => {
              if (typeof target === 'number') put({ target });
            }}
          />
          <NativeSelect
            label="Based on"
            value={slo.kind}
            data={[
              { value: 'occurrences', label: 'events', disabled: kind === 'aggregate' },
              { value: 'timeslices', label: 'intervals within thresholds' },
            ]}
            error={problemOf('slo.kind')}
            onChange={(event) => {
              const next = SLO_KINDS.find((each) => each === event.currentTarget.value);
              if (next !== undefined) put({ kind: next });
            }}
          />
          <NativeSelect
            label="SLO window"
            value={String(slo.windowDays)}
            data={SLO_WINDOW_DAYS.map((days) => ({ value: String(days), label: `${days} days` }))}
            error={problemOf('slo.windowDays')}
            onChange={(event) => {
              const windowDays = SLO_WINDOW_DAYS.find(
                (days) => String(days) === event.currentTarget.value,
              );
              if (windowDays !== undefined) put({ windowDays });
            }}
          />
        </Group>
      )}
    </>
  );
}

/** A part of the form under its heading. */
function FormSection(props: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Stack gap="sm" component="section" aria-label={props.title}>
      <Title order={2}>{props.title}</Title>
      {props.children}
    </Stack>
  );
}

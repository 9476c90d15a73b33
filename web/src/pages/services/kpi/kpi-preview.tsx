/** What the KPI would have been, and which limits would fit. */
import { Button, Group, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { useMemo } from 'react';
import type { KpiPreviewAnswer } from '../../../../../src/contract/kpi-views.ts';
import { SECOND_MS } from '../../../../../src/spec/units.ts';
import { LimitChart } from '../../../charts/limit-chart.tsx';
import { useShownZone } from '../../../data/shown-zone.ts';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { countOf } from '../../../parts/sizes.ts';
import { WaitingLines } from '../../../parts/waiting-lines.tsx';
import { type KpiForm, limitOf } from '../logic/kpi-draft.ts';
import { limitLines, pointCounts, previewPoints } from '../logic/kpi-points.ts';
import { limitsWords } from '../logic/value-words.ts';
import { KPI_FIELDS } from './kpi-field-props.ts';
import type { PreviewState } from './use-kpi-preview.ts';

interface KpiPreviewProps {
  readonly form: KpiForm;
  readonly preview: PreviewState;
  readonly onChange: (form: KpiForm) => void;
}

const RANGES = [
  { value: '6', label: '6 h' },
  { value: '24', label: '24 h' },
  { value: '168', label: '7 days' },
];

export function KpiPreview({ form, preview, onChange }: KpiPreviewProps) {
  const { data, error, missing, isBehind, hours, setHours } = preview;
  return (
    <Stack gap="xs" component="section" aria-label="Preview">
      <Group justify="space-between" gap="xs">
        <Title order={2}>Preview of past values</Title>
        {isBehind && data !== undefined && <Text c="dimmed">updating …</Text>}
        <SegmentedControl
          aria-label="Preview period"
          data={RANGES}
          value={String(hours)}
          onChange={(text) => setHours(Number(text))}
        />
      </Group>
      {missing !== undefined && <Text c="dimmed">{missing}</Text>}
      <ErrorNotice error={error} fields={KPI_FIELDS} />
      {missing === undefined && data === undefined && (error ?? null) === null && (
        <WaitingLines label="Calculating past values" lines={5} height={22} />
      )}
      {data !== undefined && (error ?? null) === null && (
        <div aria-busy={isBehind}>
          <Measured form={form} data={data} onChange={onChange} />
        </div>
      )}
    </Stack>
  );
}

interface MeasuredProps {
  readonly form: KpiForm;
  readonly data: KpiPreviewAnswer;
  readonly onChange: (form: KpiForm) => void;
}

function Measured({ form, data, onChange }: MeasuredProps) {
  const timeZone = useShownZone();
  const { better, unit, warning, critical, name } = form;
  const points = useMemo(() => previewPoints(data), [data]);
  const limits = useMemo(
    () =>
      limitLines({
        better,
        unit,
        warning: limitOf(warning, better),
        critical: limitOf(critical, better),
      }),
    [better, unit, warning, critical],
  );
  if (points.length === 0) return <Text c="dimmed">No intervals in this time range.</Text>;
  return (
    <Stack gap="xs">
      <LimitChart
        label={name.trim() === '' ? 'KPI' : name}
        points={points}
        cellMs={data.everySeconds * SECOND_MS}
        limits={limits}
        unit={unit}
        timeZone={timeZone}
      />
      <Text>
        {countOf(data.slots.length, 'interval')}: {pointCounts(points)}.
      </Text>
      {!data.isWhole && (
        <Text c="dimmed">
          This query has to run once per interval, so only the latest intervals are shown.
        </Text>
      )}
      <Suggested form={form} suggested={data.suggested} onChange={onChange} />
    </Stack>
  );
}

interface SuggestedProps {
  readonly form: KpiForm;
  readonly suggested: KpiPreviewAnswer['suggested'];
  readonly onChange: (form: KpiForm) => void;
}

function Suggested({ form, suggested, onChange }: SuggestedProps) {
  const { warning, critical } = suggested;
  if (warning === null && critical === null) {
    return (
      <Text c="dimmed">
        {form.better === 'range'
          ? 'Set the thresholds of a range yourself.'
          : 'Not enough data in the last 7 days to suggest thresholds.'}
      </Text>
    );
  }
  const isTaken = form.warning.value === warning && form.critical.value === critical;
  return (
    <Group gap="xs">
      <Text>
        Suggested thresholds (rarely reached in the last 7 days):{' '}
        {limitsWords({ ...form, warning, critical })}.
      </Text>
      {!isTaken && (
        <Button
          size="compact-xs"
          variant="default"
          onClick={() =>
            onChange({
              ...form,
              warning: { ...form.warning, value: warning },
              critical: { ...form.critical, value: critical },
            })
          }
        >
          Use suggested thresholds
        </Button>
      )}
    </Group>
  );
}

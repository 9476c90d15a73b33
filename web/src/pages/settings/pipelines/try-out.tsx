import {
  Button,
  Group,
  NativeSelect,
  SegmentedControl,
  Stack,
  Text,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { LIMITS } from '../../../../../src/spec/limits.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import type { PipelineDraft } from './pipeline-draft.ts';
import { eventOfRow, eventsOfLines } from './sample-events.ts';
import { asSteps } from './step-draft.ts';
import { TriedEvents } from './tried-events.tsx';

const COUNTS = ['10', '25', '50', String(LIMITS.pipelines.testEventsMax)];

interface Source {
  readonly kind: 'recent' | 'lines';
  readonly query: string;
  readonly count: string;
  readonly lines: string;
}

/** Runs the draft on events without storing anything, and shows what it does. */
export function TryOut({ draft }: { readonly draft: PipelineDraft }) {
  const [source, setSource] = useState<Source>({
    kind: 'recent',
    query: '',
    count: '25',
    lines: '',
  });
  const trial = useMutation({
    mutationFn: async () => {
      const events = await eventsFor(source);
      if (events.length === 0) return [];
      const pipeline = {
        ...(draft.name.trim() === '' ? {} : { name: draft.name.trim() }),
        ...(draft.match.trim() === '' ? {} : { match: draft.match }),
        steps: asSteps(draft.steps),
      };
      return (await call(api.testPipelines, { body: { events, pipeline } })).data;
    },
  });
  return (
    <Stack gap="xs">
      <Title order={2}>Test</Title>
      <Text c="dimmed">Runs the current draft. Nothing is stored or saved.</Text>
      <SourceFields source={source} onChange={setSource} />
      <Group>
        <Button
          variant="default"
          loading={trial.isPending}
          disabled={draft.steps.length === 0}
          onClick={() => trial.mutate()}
        >
          Test pipeline
        </Button>
        {draft.steps.length === 0 && <Text c="dimmed">Add a step first.</Text>}
      </Group>
      <ErrorNotice error={trial.error} />
      {trial.data?.length === 0 && (
        <EmptyState icon="search" title="No events to test with">
          No events found in the last 7 days. Change the search, or paste log lines.
        </EmptyState>
      )}
      {trial.data !== undefined && trial.data.length > 0 && <TriedEvents events={trial.data} />}
    </Stack>
  );
}

async function eventsFor(source: Source) {
  if (source.kind === 'lines') return eventsOfLines(source.lines);
  const { data } = await call(api.listLogs, {
    query: { query: source.query, earliest: '-7d', limit: Number(source.count) },
  });
  return data.rows.map(eventOfRow);
}

interface SourceFieldsProps {
  readonly source: Source;
  readonly onChange: (source: Source) => void;
}

function SourceFields({ source, onChange }: SourceFieldsProps) {
  return (
    <>
      <SegmentedControl
        w="fit-content"
        aria-label="Test events"
        value={source.kind}
        data={[
          { value: 'recent', label: 'Recent events' },
          { value: 'lines', label: 'Pasted lines' },
        ]}
        onChange={(kind) => onChange({ ...source, kind })}
      />
      {source.kind === 'recent' ? (
        <Group align="flex-end" gap="sm">
          <TextInput
            label="Search"
            placeholder="all events"
            flex={1}
            miw={180}
            classNames={{ input: 'xp-mono' }}
            value={source.query}
            onChange={(event) => onChange({ ...source, query: event.currentTarget.value })}
          />
          <NativeSelect
            label="Number of events"
            w={90}
            data={COUNTS}
            value={source.count}
            onChange={(event) => onChange({ ...source, count: event.currentTarget.value })}
          />
        </Group>
      ) : (
        <Textarea
          label="Lines"
          description={`One event per line, at most ${LIMITS.pipelines.testEventsMax}.`}
          autosize
          minRows={3}
          maxRows={12}
          classNames={{ input: 'xp-mono' }}
          value={source.lines}
          onChange={(event) => onChange({ ...source, lines: event.currentTarget.value })}
        />
      )}
    </>
  );
}

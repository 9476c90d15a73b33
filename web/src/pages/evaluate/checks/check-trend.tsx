import { Button, Drawer, Group, Stack, Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CheckTrend as Trend } from '../../../../../src/contract/check-history.ts';
import type { Check } from '../../../../../src/contract/checks.ts';
import { LIMITS } from '../../../../../src/spec/limits.ts';
import { DAY_MS } from '../../../../../src/spec/units.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { ConfirmChange } from '../../../parts/confirm-change.tsx';
import { QueryView } from '../../../parts/query-view.tsx';
import { TimeText } from '../../../parts/time-text.tsx';
import { useSignedIn } from '../../../shell/signed-in.tsx';
import { LOOKS } from '../status-looks.ts';
import classes from '../evaluate.module.css';
import { CheckBadge } from './check-badge.tsx';
import { checksQuery } from './check-queries.ts';

interface CheckTrendProps {
  readonly check: Check;
  readonly onClose: () => void;
}

const RUNS = 50;
const historyKey = [...checksQuery.queryKey, 'history'];

const historyQuery = queryOptions({
  queryKey: historyKey,
  queryFn: async ({ signal }) => (await call(api.readCheckHistory, {}, signal)).data,
});

const trendQuery = (id: string) =>
  queryOptions({
    queryKey: [...historyKey, id],
    queryFn: async ({ signal }) => {
      const input = { params: { id }, query: { runs: RUNS } };
      return (await call(api.readCheckTrend, input, signal)).data;
    },
    gcTime: 0,
  });

/** Results of each item over the latest runs. Rendered while it is open. */
export function CheckTrend({ check, onClose }: CheckTrendProps) {
  const history = useQuery(historyQuery);
  const trend = useQuery(trendQuery(check.id));
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="xl"
      title="Trend"
      closeButtonProps={{ 'aria-label': 'Close trend' }}
    >
      <Stack gap="sm">
        <QueryView query={history}>{({ enabled }) => <HistorySwitch isOn={enabled} />}</QueryView>
        <QueryView query={trend}>
          {(found) =>
            found.runs.length === 0 ? (
              <Text c="dimmed">No runs in the history yet.</Text>
            ) : (
              <Items check={check} trend={found} />
            )
          }
        </QueryView>
        <CheckBadge check={check} />
      </Stack>
    </Drawer>
  );
}

const KEPT_DAYS = LIMITS.checks.historyMsMax / DAY_MS;

function HistorySwitch({ isOn }: { readonly isOn: boolean }) {
  const { may } = useSignedIn();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <Group justify="space-between">
      <Text>
        {isOn ? `History is on. Outcomes are kept for ${KEPT_DAYS} days.` : 'History is off.'}
      </Text>
      {may('organization:manage') ? (
        <Button variant="default" size="compact-sm" onClick={() => setIsAsking(true)}>
          {isOn ? 'Turn off history' : 'Turn on history'}
        </Button>
      ) : (
        !isOn && <Text c="dimmed">An Owner or Admin can turn it on.</Text>
      )}
      {isAsking && (
        <ConfirmChange
          title={isOn ? 'Turn off history' : 'Turn on history'}
          action={isOn ? 'Turn off' : 'Turn on'}
          change={async () => call(api.setCheckHistory, { body: { enabled: !isOn } })}
          stale={{ queryKey: historyKey }}
          done={isOn ? 'History turned off' : 'History turned on'}
          onClose={() => setIsAsking(false)}
        >
          {isOn
            ? 'This deletes the outcomes of all checks of the organization. You can’t undo this.'
            : `Runs of all checks then keep status, confidence and event IDs of each item for ${KEPT_DAYS} days. Events, explanations and quotes are not kept.`}
        </ConfirmChange>
      )}
    </Group>
  );
}

function Items({ check, trend }: { readonly check: Check; readonly trend: Trend }) {
  const asked = new Map(check.expectedItems.map(({ id, description }) => [id, description]));
  const [first, last] = [trend.runs[0], trend.runs.at(-1)];
  return (
    <>
      <Text size="xs" c="dimmed">
        {trend.runs.length} runs, <TimeText at={first?.at} /> to <TimeText at={last?.at} />, oldest
        first
      </Text>
      {trend.items.map((item) => (
        <Stack key={item.item} gap={4} component="section" aria-label={`Trend of ${item.item}`}>
          <Text className="xp-foreign">{asked.get(item.item) ?? item.item}</Text>
          <ol className={classes['trend']}>
            {item.statuses.map((status, at) => (
              <li
                key={trend.runs[at]?.id ?? at}
                title={`${trend.runs[at]?.at ?? ''}: ${wordsOf(status)}`}
                style={{ background: `var(--mantine-color-${colorOf(status)}-filled)` }}
              >
                <span>{wordsOf(status)}</span>
              </li>
            ))}
          </ol>
          <Text size="xs" c="dimmed">
            {item.passed} passed, {item.failed} failed, {item.changes}{' '}
            {item.changes === 1 ? 'change' : 'changes'}
          </Text>
        </Stack>
      ))}
    </>
  );
}

type Status = Trend['items'][number]['statuses'][number];

function wordsOf(status: Status): string {
  return LOOKS[status ?? '']?.words ?? 'No result';
}

function colorOf(status: Status): string {
  return LOOKS[status ?? '']?.color ?? 'gray';
}

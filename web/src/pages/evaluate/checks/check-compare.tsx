import {
  Alert,
  Anchor,
  Button,
  Card,
  Drawer,
  Group,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { CheckComparison } from '../../../../../src/contract/check-comparison.ts';
import type { Check } from '../../../../../src/contract/checks.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { DEFAULT_STATE, writeState } from '../../../data/search-state.ts';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { toSafeText } from '../../../parts/log-text.ts';
import { rowsOfText } from '../event-rows.ts';
import { StatusBadge } from '../verdict-card.tsx';
import classes from '../evaluate.module.css';

interface CheckCompareProps {
  readonly check: Check;
  readonly onClose: () => void;
}

interface Half {
  readonly earliest: string;
  readonly latest: string;
  /** Rows, for a check without a query. */
  readonly pasted: string;
}

const BEFORE: Half = { earliest: '-25h', latest: '-24h', pasted: '' };
const AFTER: Half = { earliest: '-1h', latest: 'now', pasted: '' };

/** Runs the saved check over two inputs. Rendered while it is open. */
export function CheckCompare({ check, onClose }: CheckCompareProps) {
  const [before, setBefore] = useState(BEFORE);
  const [after, setAfter] = useState(AFTER);
  const compare = useMutation({
    mutationFn: async () => {
      const body = { before: bodyOf(check, before), after: bodyOf(check, after) };
      return (await call(api.compareCheck, { params: { id: check.id }, body })).data;
    },
  });
  const halves = [
    { name: 'Before', half: before, onHalf: setBefore },
    { name: 'After', half: after, onHalf: setAfter },
  ] as const;
  const isEmpty =
    check.query === null && [before, after].some(({ pasted }) => pasted.trim() === '');
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="xl"
      title="Compare two runs"
      closeButtonProps={{ 'aria-label': 'Close comparison' }}
    >
      <Stack gap="sm">
        <Text c="dimmed">
          Runs version {check.version} twice and lists the items whose status changed. Costs as much
          as two runs.
        </Text>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {halves.map(({ name, half, onHalf }) => (
            <HalfFields key={name} name={name} check={check} half={half} onHalf={onHalf} />
          ))}
        </SimpleGrid>
        <Group>
          <Button loading={compare.isPending} disabled={isEmpty} onClick={() => compare.mutate()}>
            Compare
          </Button>
          {isEmpty && <Text c="dimmed">Paste the events of both runs.</Text>}
        </Group>
        <ErrorNotice error={compare.error} />
        {compare.data !== undefined && (
          <Comparison check={check} before={before} after={after} data={compare.data} />
        )}
      </Stack>
    </Drawer>
  );
}

function bodyOf({ query }: Check, { earliest, latest, pasted }: Half) {
  if (query === null) return { rows: rowsOfText(pasted).map(({ text }) => text) };
  return { earliest: earliest.trim() || '-1h', latest: latest.trim() || 'now' };
}

interface HalfFieldsProps {
  readonly name: string;
  readonly check: Check;
  readonly half: Half;
  readonly onHalf: (half: Half) => void;
}

function HalfFields({ name, check, half, onHalf }: HalfFieldsProps) {
  if (check.query === null) {
    return (
      <Textarea
        label={`${name}: events, one per line`}
        autosize
        minRows={4}
        maxRows={10}
        value={half.pasted}
        classNames={{ input: classes['mono'] ?? '' }}
        onChange={(event) => onHalf({ ...half, pasted: event.currentTarget.value })}
      />
    );
  }
  return (
    <Group grow gap={6}>
      <TextInput
        label={`${name}: from`}
        value={half.earliest}
        onChange={(event) => onHalf({ ...half, earliest: event.currentTarget.value })}
      />
      <TextInput
        label={`${name}: to`}
        value={half.latest}
        onChange={(event) => onHalf({ ...half, latest: event.currentTarget.value })}
      />
    </Group>
  );
}

interface ComparisonProps {
  readonly check: Check;
  readonly before: Half;
  readonly after: Half;
  readonly data: CheckComparison;
}

function Comparison({ check, before, after, data }: ComparisonProps) {
  const asked = new Map(check.expectedItems.map(({ id, description }) => [id, description]));
  return (
    <Stack gap="sm" component="section" aria-label="Result">
      {(data.before.truncated || data.after.truncated) && (
        <Alert color="yellow" variant="light" p="xs">
          Not all events fit, so “not found” can also mean “not evaluated”.
        </Alert>
      )}
      {data.changed.length === 0 && <Text>No item changed.</Text>}
      {data.changed.map((change) => (
        <Card
          key={change.item}
          withBorder
          padding="sm"
          component="article"
          aria-label={`Changed ${change.item}`}
        >
          <Text fw={600} mb={6} className="xp-foreign">
            {asked.get(change.item) ?? change.item}
          </Text>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <Side name="Before" check={check} half={before} side={change.before} />
            <Side name="After" check={check} half={after} side={change.after} />
          </SimpleGrid>
        </Card>
      ))}
      {data.unchanged.length > 0 && (
        <Text c="dimmed" className="xp-foreign">
          Unchanged:{' '}
          {data.unchanged
            .map(({ item, status }) => `${item} (${status.replaceAll('_', ' ')})`)
            .join(', ')}
        </Text>
      )}
      <Text size="xs" c="dimmed">
        Events: {data.before.inputRowCount.toLocaleString('en')} before,{' '}
        {data.after.inputRowCount.toLocaleString('en')} after ·{' '}
        {data.creditsSpent.toLocaleString('en')} credits · {data.after.model} ·{' '}
        {data.after.provider} · {data.after.region}
      </Text>
    </Stack>
  );
}

const SHOWN_QUOTES_MAX = 3;

interface SideProps {
  readonly name: string;
  readonly check: Check;
  readonly half: Half;
  readonly side: CheckComparison['changed'][number]['before'];
}

function Side({ name, check, half, side: { finding, evidence } }: SideProps) {
  return (
    <Stack gap={6}>
      <Group gap="xs">
        <Text size="xs" c="dimmed">
          {name}
        </Text>
        <StatusBadge status={finding.status} />
      </Group>
      <Text className="xp-foreign">{toSafeText(finding.explanation)}</Text>
      {evidence.slice(0, SHOWN_QUOTES_MAX).map(({ row, quote = '', eventId }) => (
        <div key={row} className={classes['quote']}>
          <code className="xp-foreign">{toSafeText(quote)}</code>
          <Group gap="xs" mt={2}>
            <Text size="xs" c="dimmed" component="span">
              event {row}
            </Text>
            {eventId !== undefined && check.query !== null && (
              <Anchor size="xs" href={linkOf(check.query, half, eventId)}>
                Open in search
              </Anchor>
            )}
          </Group>
        </div>
      ))}
    </Stack>
  );
}

function linkOf(query: string, { earliest, latest }: Half, event: string): string {
  return `/search${writeState({ ...DEFAULT_STATE, query, earliest, latest, event })}`;
}

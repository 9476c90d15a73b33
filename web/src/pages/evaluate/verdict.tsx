import { Alert, Badge, Group, Stack, Text, Title } from '@mantine/core';
import type { EvaluationResult } from '../../../../src/contract/evaluation.ts';
import { toSafeText } from '../../parts/log-text.ts';
import { DEFAULT_STATE, writeState } from '../../data/search-state.ts';
import { askedItems, type EvaluationDraft, type RowSource } from './evaluation-draft.ts';
import type { EventRow } from './event-rows.ts';
import { VerdictCard } from './verdict-card.tsx';

interface VerdictProps {
  readonly result: EvaluationResult;
  readonly rows: readonly EventRow[];
  readonly draft: EvaluationDraft;
  readonly source: RowSource;
}

/** Shows one card per finding and details of the run. */
export function Verdict({ result, rows, draft, source }: VerdictProps) {
  const asked = new Map(askedItems(draft).map(({ id, description }) => [id, description]));
  const evidence = new Map(result.evidence.map(({ id, rows: cited }) => [id, cited]));
  const linkOf = (row: EventRow): string | undefined =>
    row.eventId === undefined
      ? undefined
      : `/search${writeState({ ...DEFAULT_STATE, ...source, event: row.eventId })}`;
  return (
    <Stack gap="sm" component="section" aria-label="Result">
      <Group gap="xs">
        <Title order={2} size="h3">
          Result
        </Title>
        <Counts result={result} />
      </Group>
      {result.provider === 'offline' && (
        <Alert color="blue" variant="light" p="xs">
          No language model is configured, so the built-in evaluator answered. It matches the words
          in the lines and returns “not found” if they are unclear.
        </Alert>
      )}
      {result.truncated && (
        <Alert color="yellow" variant="light" p="xs">
          Not all events fit, so “not found” can also mean “not evaluated”.
        </Alert>
      )}
      {result.summary !== null && <Text className="xp-foreign">{toSafeText(result.summary)}</Text>}
      {result.verdict.map((finding) => (
        <VerdictCard
          key={finding.id}
          finding={finding}
          evidence={evidence.get(finding.id) ?? []}
          asked={asked.get(finding.id)}
          rows={rows}
          linkOf={linkOf}
        />
      ))}
      <Text size="xs" c="dimmed">
        {result.inputRowCount.toLocaleString('en')} events ·{' '}
        {result.usage.tokensIn.toLocaleString('en')} tokens in,{' '}
        {result.usage.tokensOut.toLocaleString('en')} out ·{' '}
        {result.creditsSpent.toLocaleString('en')} credits · {result.model} · {result.provider} ·{' '}
        {result.region}
      </Text>
    </Stack>
  );
}

const COUNTED = [
  ['passed', 'passed', 'green'],
  ['failed', 'failed', 'red'],
  ['skipped', 'skipped', 'blue'],
  ['not_found', 'not found', 'gray'],
] as const;

function Counts({ result }: Pick<VerdictProps, 'result'>) {
  return COUNTED.map(([status, words, color]) => {
    const count = result.verdict.filter((finding) => finding.status === status).length;
    return count === 0 ? null : (
      <Badge
        key={status}
        color={color}
        variant="light"
        c="var(--mantine-color-text)"
        tt="none"
        radius="sm"
      >
        {count} {words}
      </Badge>
    );
  });
}

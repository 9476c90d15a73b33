import { Anchor, Badge, Card, Group, Stack, Text } from '@mantine/core';
import type { EvaluationResult } from '../../../../src/contract/evaluation.ts';
import { Icon } from '../../parts/icons.tsx';
import { toSafeText } from '../../parts/log-text.ts';
import type { EventRow } from './event-rows.ts';
import { quoteParts } from './quote-parts.ts';
import { LOOKS } from './status-looks.ts';
import classes from './evaluate.module.css';

type Finding = EvaluationResult['verdict'][number];
type EvidenceRow = EvaluationResult['evidence'][number]['rows'][number];

interface VerdictCardProps {
  readonly finding: Finding;
  readonly evidence: readonly EvidenceRow[];
  /** Description of the item in the request; undefined if the verdict chose its own items. */
  readonly asked: string | undefined;
  readonly rows: readonly EventRow[];
  readonly linkOf: (row: EventRow) => string | undefined;
}

/** Server flags that are shown to the reader as text. */
const MARK_WORDS: Readonly<Record<string, string>> = {
  evidence_unverified: "The cited evidence couldn't be verified, so it doesn't count.",
  evidence_conflict: 'The cited events contradict this status.',
  suspicious_rows:
    "Possible prompt injection in some lines. They don't count as evidence on their own.",
  input_truncated: 'Not all events were evaluated.',
};
const SHOWN_EVIDENCE_MAX = 6;

export function VerdictCard({ finding, evidence, asked, rows, linkOf }: VerdictCardProps) {
  return (
    <Card withBorder padding="sm" component="article" aria-label={`Finding ${finding.id}`}>
      <Stack gap={6}>
        <Group gap="xs">
          <StatusBadge status={finding.status} />
          <Text fw={600} className="xp-foreign">
            {asked ?? finding.id}
          </Text>
          {/* How sure it is that nothing was found says nothing about what was asked. */}
          {finding.confidence !== undefined && finding.status !== 'not_found' && (
            <Text size="xs" c="dimmed">
              Confidence {Math.round(finding.confidence * 100)}%
            </Text>
          )}
          {finding.entity !== undefined && (
            <Badge variant="default" tt="none" radius="sm">
              {finding.entity.type}: {finding.entity.key}
            </Badge>
          )}
        </Group>
        <Text className="xp-foreign">{toSafeText(finding.explanation)}</Text>
        {(finding.tags ?? []).map((tag) => (
          <Text key={tag} size="xs" c="dimmed" className="xp-foreign">
            {toSafeText(tag)}
          </Text>
        ))}
        {(finding.marks ?? []).map((mark) => (
          <Text key={mark} size="xs" c="var(--xp-warning)">
            {MARK_WORDS[mark] ?? mark}
          </Text>
        ))}
        <Evidence evidence={evidence} rows={rows} linkOf={linkOf} />
      </Stack>
    </Card>
  );
}

export function StatusBadge({ status = '' }: { readonly status: string | undefined }) {
  const { color, words } = LOOKS[status] ?? { color: 'gray', words: 'Noted' };
  return (
    <Badge color={color} variant="light" c="var(--mantine-color-text)" size="lg" radius="sm">
      {words}
    </Badge>
  );
}

function Evidence({
  evidence,
  rows,
  linkOf,
}: Pick<VerdictCardProps, 'evidence' | 'rows' | 'linkOf'>) {
  if (evidence.length === 0) return null;
  return (
    <Stack gap={4}>
      {evidence.slice(0, SHOWN_EVIDENCE_MAX).map((cited) => {
        const row = rows[cited.row - 1];
        return row === undefined ? null : (
          <Quote key={`${cited.row}-${cited.start}`} cited={cited} row={row} link={linkOf(row)} />
        );
      })}
      {evidence.length > SHOWN_EVIDENCE_MAX && (
        <Text size="xs" c="dimmed">
          and {(evidence.length - SHOWN_EVIDENCE_MAX).toLocaleString('en')} more events
        </Text>
      )}
    </Stack>
  );
}

interface QuoteProps {
  readonly cited: EvidenceRow;
  readonly row: EventRow;
  readonly link: string | undefined;
}

function Quote({ cited, row, link }: QuoteProps) {
  const { before, quote, after } = quoteParts(row.text, cited.start, cited.end);
  return (
    <div className={classes['quote']}>
      <code className="xp-foreign">
        {toSafeText(before)}
        {quote !== '' && <mark>{toSafeText(quote)}</mark>}
        {toSafeText(after)}
      </code>
      <Group gap="xs" mt={2}>
        <Text size="xs" c="var(--xp-success)" component="span">
          <Icon name="check" size={12} /> {quote === '' ? 'Event verified' : 'Quote verified'}
        </Text>
        <Text size="xs" c="dimmed" component="span">
          event {cited.row}
        </Text>
        {link !== undefined && (
          <Anchor href={link} size="xs">
            Open in search
          </Anchor>
        )}
      </Group>
    </div>
  );
}

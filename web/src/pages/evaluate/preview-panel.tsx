import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { EvaluationPreview } from '../../../../src/contract/evaluation.ts';
import { estimateTokens } from '../../../../src/patterns/estimate-tokens.ts';
import { CodeBlock } from '../../parts/code-text.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { toSafeText } from '../../parts/log-text.ts';
import classes from './evaluate.module.css';

interface PreviewPanelProps {
  readonly preview: EvaluationPreview | undefined;
  readonly isPreviewing: boolean;
  readonly whyNot: string | undefined;
  readonly onPreview: () => void;
}

/** What would be sent and what it would cost, before anything is spent. */
export function PreviewPanel({ preview, isPreviewing, whyNot, onPreview }: PreviewPanelProps) {
  return (
    <Stack gap="xs" component="section" aria-label="Preview">
      <Group justify="space-between">
        <Text fw={600}>3 · Preview</Text>
        <Button
          variant="default"
          size="compact-sm"
          loading={isPreviewing}
          disabled={whyNot !== undefined}
          onClick={onPreview}
        >
          Preview
        </Button>
      </Group>
      {preview === undefined ? (
        <EmptyState icon="evaluate" title="Look before you spend">
          {whyNot ??
            'A preview shows the exact lines the evaluator would read, and their price. It is free.'}
        </EmptyState>
      ) : (
        <PreviewFacts preview={preview} />
      )}
    </Stack>
  );
}

/** People ask what it may cost them, so the dearest counts; the evaluator of the platform itself costs nothing. */
function creditsAtMost({ wholeRun: { most } }: EvaluationPreview['creditEstimate']): string {
  if (most === 0) return 'none';
  return `at most ${most.toLocaleString('en', { maximumSignificantDigits: 2 })}`;
}

function PreviewFacts({ preview }: { readonly preview: EvaluationPreview }) {
  const { creditEstimate, droppedTemplates, truncated } = preview;
  const facts: readonly (readonly [string, string])[] = [
    ['Rows represented', preview.inputRowCount.toLocaleString('en')],
    ['Lines to read', preview.lines.length.toLocaleString('en')],
    ['Kept word for word', preview.rareLineCount.toLocaleString('en')],
    ['Patterns dropped', droppedTemplates.toLocaleString('en')],
    ['Tokens, about', estimateTokens(preview.lines.join('\n')).toLocaleString('en')],
    ['Evaluator', creditEstimate.model],
    ['Credits of the run', creditsAtMost(creditEstimate)],
  ];
  return (
    <>
      <dl className={classes['facts']}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {(truncated || droppedTemplates > 0) && (
        <Alert color="yellow" variant="light" p="xs">
          Not everything fits: some lines are cut or left out. The verdict will say so too.
        </Alert>
      )}
      <CodeBlock text={toSafeText(preview.lines.join('\n'))} what="exact lines" />
      <Text size="xs" c="dimmed">
        Runs on EU infrastructure only. Rows and verdict are not stored.
      </Text>
    </>
  );
}

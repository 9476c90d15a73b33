import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { EvaluationPreview } from '../../../../src/contract/evaluation.ts';
import { estimateTokens } from '../../../../src/patterns/estimate-tokens.ts';
import { CodeBlock } from '../../parts/code-text.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { toSafeText } from '../../parts/log-text.ts';
import { useHasModel } from '../../shell/signed-in.tsx';
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
        <EmptyState icon="evaluate" title="Preview cost">
          {whyNot ?? 'Shows the exact lines sent to the model, and the cost. Previews are free.'}
        </EmptyState>
      ) : (
        <PreviewFacts preview={preview} />
      )}
    </Stack>
  );
}

function creditsText(credits: number): string {
  return credits.toLocaleString('en', { maximumSignificantDigits: 2 });
}

function PreviewFacts({ preview }: { readonly preview: EvaluationPreview }) {
  const { creditEstimate, droppedTemplates, truncated } = preview;
  const { model, compressed, uncompressed, charged, wholeRun } = creditEstimate;
  const hasModel = useHasModel();
  const facts: readonly (readonly [string, string])[] = [
    ['Events covered', preview.inputRowCount.toLocaleString('en')],
    ['Patterns', preview.uniqueTemplates.toLocaleString('en')],
    ['Patterns dropped', droppedTemplates.toLocaleString('en')],
    ...(preview.parts === undefined ? [] : [['Parts', String(preview.parts)] as const]),
    ['Lines', preview.lines.length.toLocaleString('en')],
    ['Rare lines kept', preview.rareLineCount.toLocaleString('en')],
    ['Tokens (estimate)', estimateTokens(preview.lines.join('\n')).toLocaleString('en')],
    ['Pricing basis', model],
    ['Credits for log data', creditsText(compressed)],
    ['Credits without compression', creditsText(uncompressed)],
    ['Maximum credits per run', creditsText(wholeRun.most)],
    ['Credits charged', creditsText(charged)],
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
      {charged === 0 && (
        <Text size="xs" c="dimmed">
          The built-in evaluator runs on this server and charges 0 credits. The other figures show
          the cost with a model.
        </Text>
      )}
      {(truncated || droppedTemplates > 0) && (
        <Alert color="yellow" variant="light" p="xs">
          The input is too large, so some lines are truncated or omitted. The result will say so,
          too.
        </Alert>
      )}
      <CodeBlock text={toSafeText(preview.lines.join('\n'))} what="exact lines" />
      <Text size="xs" c="dimmed">
        {hasModel ? 'Runs on EU infrastructure only.' : 'Runs on this server.'} Events and results
        are not stored.
      </Text>
    </>
  );
}

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
        <EmptyState icon="evaluate" title="Preview cost">
          {whyNot ?? 'Shows the exact lines a model would get, and their price. A preview is free.'}
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
  const facts: readonly (readonly [string, string])[] = [
    ['Rows represented', preview.inputRowCount.toLocaleString('en')],
    ['Patterns', preview.uniqueTemplates.toLocaleString('en')],
    ['Patterns dropped', droppedTemplates.toLocaleString('en')],
    ['Lines', preview.lines.length.toLocaleString('en')],
    ['Rare lines kept', preview.rareLineCount.toLocaleString('en')],
    ['Tokens, about', estimateTokens(preview.lines.join('\n')).toLocaleString('en')],
    ['Priced at', model],
    ['Log data, credits', creditsText(compressed)],
    ['Uncompressed, credits', creditsText(uncompressed)],
    ['Whole run, at most', creditsText(wholeRun.most)],
    ['Charged here', creditsText(charged)],
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
          The built-in evaluator answers on this server, so a run charges 0 credits. The other
          figures are the price of the model.
        </Text>
      )}
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

/** Rows, criteria and what would be read of them; then the verdict with its lines. */
import { Box, Button, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type {
  EvaluationPreview,
  EvaluationRequest,
  EvaluationResult,
} from '../../../../src/contract/evaluation.ts';
import { call } from '../../api/call.ts';
import * as api from '../../api/endpoints.ts';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { CriteriaPanel } from './criteria-panel.tsx';
import {
  type EvaluationDraft,
  requestOf,
  type RowSource,
  whyNotRunnable,
} from './evaluation-draft.ts';
import { PreviewPanel } from './preview-panel.tsx';
import { SourcePanel } from './source-panel.tsx';
import { useRows } from './use-rows.ts';
import { Verdict } from './verdict.tsx';
import classes from './evaluate.module.css';

interface TryOutProps {
  readonly draft: EvaluationDraft;
  readonly source: RowSource;
  /** Rows are pasted until a search is chosen. */
  readonly pastesAtFirst?: boolean;
  /** Why the draft could not be saved. */
  readonly saveError?: unknown;
  /** Beside the button, once a search could be run. */
  readonly copies?: ReactNode;
  readonly onDraft: (draft: EvaluationDraft) => void;
  readonly onSource: (source: RowSource) => void;
}

export function TryOut(props: TryOutProps) {
  const { draft, source, pastesAtFirst = false, saveError, copies, onDraft, onSource } = props;
  const [pasted, setPasted] = useState(pastesAtFirst ? '' : undefined);
  const rows = useRows(source, pasted);
  const texts = rows.rows.map(({ text }) => text);
  const whyNot = whyNotRunnable(draft, texts.length);
  const preview = useMutation({
    mutationFn: async () => (await evaluate(requestOf(draft, texts, true))) as EvaluationPreview,
  });
  const run = useRun();
  return (
    <>
      <Box className={classes['grid']}>
        <SourcePanel {...{ source, pasted, rows }} onSource={onSource} onPasted={setPasted} />
        <CriteriaPanel draft={draft} error={run.error ?? saveError} onChange={onDraft} />
        <PreviewPanel
          preview={preview.data}
          isPreviewing={preview.isPending}
          whyNot={texts.length > 0 ? undefined : 'No events to preview yet.'}
          onPreview={() => preview.mutate()}
        />
      </Box>
      <ErrorNotice error={preview.error} />
      <Group gap="xs">
        <Button
          disabled={whyNot !== undefined}
          loading={run.isPending}
          onClick={() => run.start(requestOf(draft, texts, false), rows.rows)}
        >
          {run.result === undefined ? 'Evaluate' : 'Evaluate again'}
        </Button>
        {run.isPending && (
          <Button variant="default" onClick={run.cancel}>
            Cancel
          </Button>
        )}
        {whyNot !== undefined && <Text c="dimmed">{whyNot}</Text>}
        {pasted === undefined && whyNot === undefined && copies}
      </Group>
      <ErrorNotice error={run.error} fields={['criteria', 'model']} />
      {run.result !== undefined && <Verdict {...run.result} draft={draft} source={source} />}
    </>
  );
}

async function evaluate(body: EvaluationRequest, signal?: AbortSignal) {
  return (await call(api.runAdhocEvaluation, { body }, signal)).data;
}

function useRun() {
  const [abort, setAbort] = useState<AbortController | undefined>(undefined);
  const mutation = useMutation({
    mutationFn: async (input: RunInput) => {
      const result = (await evaluate(input.request, input.signal)) as EvaluationResult;
      return { result, rows: input.rows };
    },
  });
  const isCancelled = abort?.signal.aborted ?? false;
  return {
    isPending: mutation.isPending,
    error: isCancelled ? null : mutation.error,
    result: mutation.data,
    start: (request: RunInput['request'], rows: RunInput['rows']) => {
      const controller = new AbortController();
      setAbort(controller);
      mutation.mutate({ request, rows, signal: controller.signal });
    },
    cancel: () => abort?.abort(),
  };
}

interface RunInput {
  readonly request: ReturnType<typeof requestOf>;
  readonly rows: ReturnType<typeof useRows>['rows'];
  readonly signal: AbortSignal;
}

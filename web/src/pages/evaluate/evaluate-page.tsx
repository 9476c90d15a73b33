/** Ask a question about log rows, see what would be read and what it costs, then get a verdict with its lines. */
import { Box, Button, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import type {
  EvaluationPreview,
  EvaluationRequest,
  EvaluationResult,
} from '../../../../src/contract/evaluation.ts';
import { call } from '../../api/call.ts';
import * as api from '../../api/endpoints.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { PageFrame } from '../../parts/page-frame.tsx';
import { CriteriaPanel } from './criteria-panel.tsx';
import { checksOf, commandOf } from './ci-check.ts';
import {
  curlOf,
  type EvaluationDraft,
  readDraft,
  requestOf,
  type RowSource,
  whyNotRunnable,
} from './evaluation-draft.ts';
import { PreviewPanel } from './preview-panel.tsx';
import { SourcePanel } from './source-panel.tsx';
import { useRows } from './use-rows.ts';
import { Verdict } from './verdict.tsx';
import classes from './evaluate.module.css';

const DRAFT_KEPT_AS = 'xplain-evaluation-draft';

export function EvaluatePage() {
  const [source, setSource] = useSource();
  const [pasted, setPasted] = useState<string | undefined>(undefined);
  const [draft, setDraft] = useDraft();
  const rows = useRows(source, pasted);
  const texts = rows.rows.map(({ text }) => text);
  const whyNot = whyNotRunnable(draft, texts.length);

  const preview = useMutation({
    mutationFn: async () => (await evaluate(requestOf(draft, texts, true))) as EvaluationPreview,
  });
  const run = useRun();
  const hasRows = texts.length > 0;

  return (
    <Box p="md">
      <PageFrame
        title="Evaluate"
        about="Ask in plain language what the logs prove. The server verifies the evidence for every finding. Without evidence, the result is “not found”."
        isWide
      >
        <Box className={classes['grid']}>
          <SourcePanel {...{ source, pasted, rows }} onSource={setSource} onPasted={setPasted} />
          <CriteriaPanel draft={draft} error={run.error} onChange={setDraft} />
          <PreviewPanel
            preview={preview.data}
            isPreviewing={preview.isPending}
            whyNot={hasRows ? undefined : 'No events to preview yet.'}
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
          {pasted === undefined && whyNot === undefined && <Copies draft={draft} source={source} />}
        </Group>
        <ErrorNotice error={run.error} fields={['criteria', 'model']} />
        {run.result !== undefined && <Verdict {...run.result} draft={draft} source={source} />}
      </PageFrame>
    </Box>
  );
}

function Copies({
  draft,
  source,
}: {
  readonly draft: EvaluationDraft;
  readonly source: RowSource;
}) {
  return (
    <Group gap={6}>
      <CopyButton value={curlOf(draft, source, location.origin)} what="as curl" isLabelled />
      <CopyButton value={checksOf(draft)} what="as checks.yaml" isLabelled />
      <CopyButton value={commandOf(source, location.origin)} what="CI command" isLabelled />
    </Group>
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

/** The search whose events are judged stands in the address, as on the search page. */
function useSource(): [RowSource, (source: RowSource) => void] {
  const text = useRouterState({ select: (state) => state.location.searchStr });
  const navigate = useNavigate();
  const given = new URLSearchParams(text);
  const source = {
    query: given.get('q') ?? '',
    earliest: given.get('from') ?? '-1h',
    latest: given.get('to') ?? 'now',
  };
  return [
    source,
    (next) => {
      const written = new URLSearchParams({ q: next.query, from: next.earliest, to: next.latest });
      void navigate({ href: `/evaluate?${written.toString()}`, replace: true });
    },
  ];
}

/** Survives a reload and a new sign-in; ends with the window. */
function useDraft(): [EvaluationDraft, (draft: EvaluationDraft) => void] {
  const [draft, setDraft] = useState(() => readDraft(sessionStorage.getItem(DRAFT_KEPT_AS)));
  return [
    draft,
    (next) => {
      sessionStorage.setItem(DRAFT_KEPT_AS, JSON.stringify(next));
      setDraft(next);
    },
  ];
}

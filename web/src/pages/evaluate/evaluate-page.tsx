/** Asks a question about log rows: previews the rows and the cost, then shows a verdict with its evidence. */
import { Box, Group } from '@mantine/core';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import { CopyButton } from '../../parts/copy-button.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import { PageFrame } from '../../parts/page-frame.tsx';
import { CheckEditor } from './checks/check-editor.tsx';
import { CheckList } from './checks/check-list.tsx';
import { checksOf, commandOf } from './ci-check.ts';
import { curlOf, type EvaluationDraft, readDraft, type RowSource } from './evaluation-draft.ts';
import { TryOut } from './try-out.tsx';

const DRAFT_KEPT_AS = 'xplain-evaluation-draft';

/** A check by its ID in the address, their list, or a question that nobody has saved. */
export function EvaluatePage() {
  const text = useRouterState({ select: (state) => state.location.searchStr });
  const given = new URLSearchParams(text);
  const check = given.get('check');
  if (check !== null) return <CheckEditor id={check} />;
  return given.get('view') === 'checks' ? <CheckList /> : <Adhoc />;
}

function Adhoc() {
  const [source, setSource] = useSource();
  const [draft, setDraft] = useDraft();
  return (
    <Box p="md">
      <PageFrame
        title="Evaluate"
        about="Ask in plain language what the logs prove. The server verifies the evidence for every finding. Without evidence, the result is “not found”."
        isWide
        actions={
          <ButtonLink to="/evaluate" search={{ view: 'checks' }} variant="default">
            Checks
          </ButtonLink>
        }
      >
        <TryOut
          draft={draft}
          source={source}
          copies={<Copies draft={draft} source={source} />}
          onDraft={setDraft}
          onSource={setSource}
        />
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

/** The search whose events are evaluated is kept in the URL, as on the search page. */
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

/** Survives a reload and a new sign-in; discarded when the window is closed. */
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

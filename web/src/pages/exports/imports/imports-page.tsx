import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { importsQuery } from '../../../data/exports-queries.ts';
import { CodeText } from '../../../parts/code-text.tsx';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { PageFrame } from '../../../parts/page-frame.tsx';
import { QueryView } from '../../../parts/query-view.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { ImportTable } from './import-table.tsx';

/** The way back: archives that are read into an index again. */
export function ImportsPage() {
  const imports = useQuery(importsQuery);
  const [isAsking, setIsAsking] = useState(false);
  return (
    <PageFrame
      title="Restores"
      isWide
      about="Archives restored into a separate index for a limited time. Restored events count toward the daily quota and are never exported again."
      actions={<Button onClick={() => setIsAsking(true)}>Restore archive</Button>}
    >
      <QueryView query={imports} rows={4}>
        {(list) => (list.length === 0 ? <NoImport /> : <ImportTable imports={list} />)}
      </QueryView>
      {isAsking && <ImportDialog onClose={() => setIsAsking(false)} />}
    </PageFrame>
  );
}

function NoImport() {
  return (
    <EmptyState icon="inbox" title="No restores yet">
      <Text component="p" m={0}>
        Restore an archive to search its events again. They keep their original times, in an index
        whose name starts with <CodeText isWhole>re_</CodeText>. Every manifest and file is verified
        first.
      </Text>
    </EmptyState>
  );
}

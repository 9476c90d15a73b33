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
      title="Imports"
      isWide
      about="Archives read back into an index of their own, for some days. Imported events count against the daily quota and are never exported again."
      actions={<Button onClick={() => setIsAsking(true)}>Read an archive back</Button>}
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
    <EmptyState icon="inbox" title="Nothing was read back">
      <Text component="p" m={0}>
        What an archive holds can be searched again: its events come back with their own times,
        under an index whose name begins with <CodeText isWhole>re_</CodeText>, after every manifest
        and every file was checked.
      </Text>
    </EmptyState>
  );
}

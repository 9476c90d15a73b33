import { Button, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ExportFile, ExportRun } from '../../../../../src/contract/export-runs.ts';
import type { ScheduledExport } from '../../../../../src/contract/exports.ts';
import { addressOf } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { exportRunQuery } from '../../../data/exports-queries.ts';
import { ActionsHead } from '../../../parts/actions-head.tsx';
import { CopyButton } from '../../../parts/copy-button.tsx';
import { QueryView } from '../../../parts/query-view.tsx';
import { formatBytes, formatCount } from '../../../parts/sizes.ts';
import { Tag } from '../../../parts/tag.tsx';
import classes from '../exports.module.css';

interface RunFilesProps {
  readonly shown: ScheduledExport;
  readonly run: ExportRun;
}

/** The files of a run, each with what proves that it is whole. */
export function RunFiles({ shown, run }: RunFilesProps) {
  const read = useQuery(exportRunQuery(shown.id, run.id));
  return (
    <QueryView query={read} rows={1}>
      {({ files, manifest }) => (
        <>
          {files.length === 0 ? (
            <Text c="dimmed">{noFileWords(run)}</Text>
          ) : (
            <FileTable shown={shown} run={run} files={files} />
          )}
          <Text size="xs" c="dimmed" mt={6} className="xp-foreign">
            {manifestWords(manifest, files.length)}
          </Text>
        </>
      )}
    </QueryView>
  );
}

function manifestWords(manifest: string | null, files: number): string {
  if (manifest !== null) {
    return files === 0 ? `Listed in manifest ${manifest}.` : `Listed in manifest ${manifest}.`;
  }
  return files === 0 ? '' : 'Not listed in a manifest yet, so these files are not final.';
}

function noFileWords({ state }: ExportRun): string {
  return state === 'done'
    ? 'No events were stored in this window, so there is no file.'
    : 'No files yet.';
}

interface FileTableProps extends RunFilesProps {
  readonly files: readonly ExportFile[];
}

function FileTable({ shown, run, files }: FileTableProps) {
  return (
    <Table aria-label={`Files of the run until ${run.to}`}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>File</Table.Th>
          <Table.Th ta="right">Rows</Table.Th>
          <Table.Th ta="right">Size</Table.Th>
          <Table.Th>SHA-256</Table.Th>
          <ActionsHead />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {files.map((file) => (
          <Table.Tr key={file.number}>
            <Table.Td className="xp-foreign">
              {file.name} <FileState file={file} />
            </Table.Td>
            <Table.Td ta="right">{file.rows === null ? '–' : formatCount(file.rows)}</Table.Td>
            <Table.Td ta="right">{file.bytes === null ? '–' : formatBytes(file.bytes)}</Table.Td>
            <Table.Td>
              {file.sha256 !== null && (
                <>
                  <span className={classes['hash']} title={file.sha256}>
                    {file.sha256.slice(0, HASH_SHOWN)}…
                  </span>
                  <CopyButton value={file.sha256} what={`SHA-256 of file ${file.number}`} />
                </>
              )}
            </Table.Td>
            <Table.Td ta="right">
              {file.isDownloadable && (
                <Button
                  component="a"
                  href={addressOf(api.downloadExportFile, {
                    params: { id: shown.id, run: run.id, file: String(file.number) },
                  })}
                  download
                  variant="default"
                  size="compact-xs"
                  aria-label={`Download file ${file.number}`}
                >
                  Download
                </Button>
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

const HASH_SHOWN = 12;

function FileState({ file: { state } }: { readonly file: ExportFile }) {
  switch (state) {
    case 'done':
      return null;
    case 'planned':
      return <Tag tone="quiet">planned</Tag>;
    case 'writing':
      return <Tag tone="info">writing</Tag>;
    case 'expired':
      return (
        <Tag tone="quiet" title="Storage period ended, or deleted to free space for newer files">
          expired
        </Tag>
      );
  }
}

import { Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { textOf } from '../../../../../src/charts/chart-data.ts';
import type { ExportPreview } from '../../../../../src/contract/exports.ts';
import type { ExportMode } from '../../../../../src/spec/exports.ts';
import { LIMITS } from '../../../../../src/spec/limits.ts';
import { MINUTE_MS } from '../../../../../src/spec/units.ts';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { cutText, LIST_CHARACTERS_MAX, toOneLine, toSafeText } from '../../../parts/log-text.ts';
import { countOf } from '../../../parts/sizes.ts';
import { Tag } from '../../../parts/tag.tsx';
import { TimeText } from '../../../parts/time-text.tsx';
import { WideTable } from '../../../parts/wide-table.tsx';
import { runLines } from '../logic/run-lines.ts';
import classes from './editor.module.css';
import type { PreviewState } from './use-preview.ts';

interface PreviewProps {
  readonly preview: PreviewState;
  readonly mode: ExportMode;
  readonly shownByFields: readonly string[];
}

/** What would be written, and when, from the events that are stored. Nothing is written. */
export function Preview({ preview, mode, shownByFields }: PreviewProps) {
  const { data, error, missing, isBehind, runNow } = preview;
  const isThere = data !== undefined && error === null;
  return (
    <>
      {missing !== undefined && <Text c="dimmed">{missing}</Text>}
      <ErrorNotice error={error} fields={shownByFields} onRetry={runNow} />
      {missing === undefined && !isThere && error === null && (
        <Skeleton height={220} aria-label="Loading preview" />
      )}
      {isThere && (
        <div className={isBehind ? classes['behind'] : undefined} aria-busy={isBehind}>
          <Stack gap="lg">
            <Part title="Next runs">
              <NextRuns preview={data} mode={mode} />
            </Part>
            <Part title="Preview">
              <Rows preview={data} mode={mode} />
            </Part>
          </Stack>
        </div>
      )}
    </>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Stack gap="xs" component="section" aria-label={title}>
      <Title order={2}>{title}</Title>
      {children}
    </Stack>
  );
}

interface PartProps {
  readonly preview: ExportPreview;
  readonly mode: ExportMode;
}

const SAFE_MINUTES = LIMITS.exports.safeMs / MINUTE_MS;

function NextRuns({ preview: { runs }, mode }: PartProps) {
  return (
    <>
      <ol className={classes['runs']}>
        {runLines(runs).map(({ at, day, time, offset, isChanged }) => (
          <li key={at}>
            <span>
              {day} <b>{time}</b>
            </span>
            <Text component="span" c="dimmed">
              {offset}
            </Text>
            {isChanged && <Tag tone="info">daylight saving time changes before this run</Tag>}
            <Text component="span" c="dimmed" size="xs">
              <TimeText at={at} />
            </Text>
          </li>
        ))}
      </ol>
      {mode === 'archive' && (
        <Text size="xs" c="dimmed">
          Each run starts {SAFE_MINUTES} minutes later, when all events stored before its scheduled
          time are searchable.
        </Text>
      )}
    </>
  );
}

function Rows({ preview: { columns, rows, rowsPerDay, measuredHours }, mode }: PartProps) {
  const { previewDays } = LIMITS.exports;
  return (
    <>
      {rowsPerDay !== null && measuredHours !== null && measuredHours > 0 && (
        <Text component="output" fw={500}>
          About {countOf(rowsPerDay, 'event')}/day, based on {measuredTime(measuredHours)} with
          events in the last {previewDays} days.
        </Text>
      )}
      {rows.length === 0 ? (
        <Text c="dimmed">
          {mode === 'archive'
            ? `No matching events in the last ${previewDays} days. New matching events will be exported.`
            : 'The query currently returns no results. A run would write a file without rows.'}
        </Text>
      ) : (
        <WideTable label="Rows to export" minWidth={Math.min(1200, columns.length * 140)}>
          <Table.Thead>
            <Table.Tr>
              {columns.map((name) => (
                <Table.Th key={name}>{toSafeText(name)}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row, number) => (
              <Table.Tr key={number}>
                {columns.map((name) => (
                  <Table.Td key={name}>
                    <Cell value={row[name]} />
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </WideTable>
      )}
    </>
  );
}

function Cell({ value }: { readonly value: unknown }) {
  const { text } = cutText(toOneLine(toSafeText(textOf(value))), LIST_CHARACTERS_MAX);
  return (
    <span className={classes['cell']} title={text}>
      {text}
    </span>
  );
}

function measuredTime(hours: number): string {
  return hours < 72 ? countOf(hours, 'hour') : countOf(Math.round(hours / 24), 'day');
}

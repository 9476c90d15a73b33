import { NativeSelect, SegmentedControl, Text } from '@mantine/core';
import {
  EXPORT_COMPRESSIONS,
  type ExportCompression,
  type ExportFileFormat,
} from '../../../../../src/spec/exports.ts';
import type { ExportFieldProps } from './field-props.ts';
import { Step } from './step.tsx';

const ABOUT: Readonly<Record<ExportFileFormat, string>> = {
  parquet: 'Columns with their types, compressed inside: small, and read by every data tool.',
  jsonl: 'One JSON object on each line.',
  csv: 'Opens in every table program. In mails, what such a program would take for a formula is escaped.',
};

const COMPRESSIONS: Readonly<Record<ExportCompression, string>> = {
  zstd: 'zstd: small and fast',
  gzip: 'gzip: opens everywhere',
  none: 'none',
};

export function FormatFields({ form, problemOf, onChange }: ExportFieldProps) {
  return (
    <Step number={4} title="In which form">
      <SegmentedControl
        w="fit-content"
        aria-label="Format"
        value={form.format}
        data={[
          { value: 'parquet', label: 'Parquet' },
          { value: 'jsonl', label: 'JSON Lines' },
          { value: 'csv', label: 'CSV' },
        ]}
        onChange={(format) => onChange({ ...form, format })}
      />
      <Text size="xs" c="dimmed">
        {problemOf('format') ?? ABOUT[form.format]}
      </Text>
      {form.format === 'jsonl' && (
        <NativeSelect
          label="Compression"
          maw={320}
          value={form.compression}
          data={EXPORT_COMPRESSIONS.map((value) => ({ value, label: COMPRESSIONS[value] }))}
          error={problemOf('compression')}
          onChange={(event) => {
            const chosen = EXPORT_COMPRESSIONS.find((each) => each === event.currentTarget.value);
            if (chosen !== undefined) onChange({ ...form, compression: chosen });
          }}
        />
      )}
    </Step>
  );
}

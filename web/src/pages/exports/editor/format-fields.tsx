import { NativeSelect, SegmentedControl, Text } from '@mantine/core';
import {
  EXPORT_COMPRESSIONS,
  type ExportCompression,
  type ExportFileFormat,
} from '../../../../../src/spec/exports.ts';
import type { ExportFieldProps } from './field-props.ts';
import { Step } from './step.tsx';

const ABOUT: Readonly<Record<ExportFileFormat, string>> = {
  parquet: 'Columnar, typed and compressed. Small files that data tools can read directly.',
  jsonl: 'One JSON object per line.',
  csv: 'Opens in spreadsheets. In emails, values that look like formulas are escaped.',
};

const COMPRESSIONS: Readonly<Record<ExportCompression, string>> = {
  zstd: 'zstd: small and fast',
  gzip: 'gzip: opens everywhere',
  none: 'none',
};

export function FormatFields({ form, problemOf, onChange }: ExportFieldProps) {
  return (
    <Step number={4} title="Format">
      <SegmentedControl
        w="fit-content"
        aria-label="File format"
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

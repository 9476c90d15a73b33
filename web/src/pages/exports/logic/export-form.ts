/** Form state of an export, and the request built from it. */
import type {
  ExportChange,
  ExportDraft,
  ExportSchedule,
} from '../../../../../src/contract/export-settings.ts';
import type { ExportPreviewDraft, ScheduledExport } from '../../../../../src/contract/exports.ts';
import type {
  ExportCompression,
  ExportFileFormat,
  ExportMode,
} from '../../../../../src/spec/exports.ts';
import {
  type DestinationForm,
  draftOfDestination,
  EMPTY_DESTINATION,
  formOfDestination,
  isSameDestination,
} from './destination-form.ts';

export interface ExportForm {
  readonly name: string;
  readonly description: string;
  readonly mode: ExportMode;
  readonly query: string;
  /** Archives: empty for now, otherwise as a field for a time of the browser's clock has it. */
  readonly startAt: string;
  /** Reports only: empty for the default. */
  readonly earliest: string;
  readonly latest: string;
  readonly timing: 'every' | 'cron';
  readonly every: string;
  readonly cron: string;
  /** Empty for that of the organization. */
  readonly timeZone: string;
  readonly format: ExportFileFormat;
  readonly compression: ExportCompression;
  readonly destination: DestinationForm;
}

export const EMPTY_EXPORT: ExportForm = {
  name: '',
  description: '',
  mode: 'archive',
  query: '*',
  startAt: '',
  earliest: '-24h',
  latest: 'now',
  timing: 'every',
  every: '1h',
  cron: '0 6 * * *',
  timeZone: '',
  format: 'parquet',
  compression: 'zstd',
  destination: EMPTY_DESTINATION,
};

export function formOf(shown: ScheduledExport): ExportForm {
  const { schedule, earliest, latest } = shown;
  return {
    ...EMPTY_EXPORT,
    name: shown.name,
    description: shown.description,
    mode: shown.mode,
    query: shown.query,
    ...(shown.mode === 'report' ? { earliest: earliest ?? '', latest: latest ?? '' } : {}),
    ...('every' in schedule
      ? { timing: 'every', every: schedule.every }
      : { timing: 'cron', cron: schedule.cron, timeZone: schedule.timeZone ?? '' }),
    format: shown.format,
    compression: shown.compression,
    destination: formOfDestination(shown.destination),
  };
}

function scheduleOf(form: ExportForm): ExportSchedule {
  if (form.timing === 'every') return { every: form.every };
  const timeZone = form.timeZone.trim();
  return { cron: form.cron.trim(), ...(timeZone === '' ? {} : { timeZone }) };
}

export function draftOf(form: ExportForm): ExportDraft {
  const { name, description, startAt, format, compression } = form;
  const start = new Date(startAt);
  return {
    name: name.trim(),
    ...(description.trim() === '' ? {} : { description: description.trim() }),
    ...previewOf(form),
    ...(form.mode === 'archive' && !Number.isNaN(start.getTime())
      ? { startAt: start.toISOString() }
      : {}),
    format,
    ...(format === 'jsonl' ? { compression } : {}),
    destination: draftOfDestination(form.destination),
  };
}

/** The part that decides about rows and times. */
export function previewOf(form: ExportForm): ExportPreviewDraft {
  const { mode, query, earliest, latest } = form;
  const range = {
    ...(earliest.trim() === '' ? {} : { earliest: earliest.trim() }),
    ...(latest.trim() === '' ? {} : { latest: latest.trim() }),
  };
  return { mode, query, schedule: scheduleOf(form), ...(mode === 'report' ? range : {}) };
}

const TEXTS = ['name', 'description', 'query', 'format'] as const;

/** Returns only the changed fields, with the version of the export being edited. */
export function changeOf(form: ExportForm, shown: ScheduledExport): ExportChange {
  const before = formOf(shown);
  const change: { -readonly [name in keyof ExportChange]: ExportChange[name] } = {
    version: shown.version,
  };
  for (const name of TEXTS) {
    if (form[name].trim() !== before[name].trim()) {
      Object.assign(change, { [name]: form[name].trim() });
    }
  }
  if (JSON.stringify(scheduleOf(form)) !== JSON.stringify(scheduleOf(before))) {
    change.schedule = scheduleOf(form);
  }
  if (form.mode === 'report') {
    for (const name of ['earliest', 'latest'] as const) {
      const text = form[name].trim();
      if (text !== before[name].trim()) change[name] = text === '' ? null : text;
    }
  }
  if (form.format === 'jsonl' && form.compression !== before.compression) {
    change.compression = form.compression;
  }
  if (!isSameDestination(form.destination, shown.destination)) {
    change.destination = draftOfDestination(form.destination);
  }
  return change;
}

export function isChanged(form: ExportForm, shown: ScheduledExport): boolean {
  return Object.keys(changeOf(form, shown)).length > 1;
}

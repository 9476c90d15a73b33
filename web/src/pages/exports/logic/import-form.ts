/** Form state of an import, and the request built from it. */
import type { ArchiveSource } from '../../../../../src/contract/export-destinations.ts';
import type { ArchiveImport, ImportDraft } from '../../../../../src/contract/imports.ts';
import { IMPORT_INDEX_PREFIX } from '../../../../../src/spec/exports.ts';
import { LIMITS } from '../../../../../src/spec/limits.ts';
import { countOf, formatCount } from '../../../parts/sizes.ts';
import {
  type BucketForm,
  bucketOf,
  bucketProblems,
  EMPTY_BUCKET,
  folderProblem,
  found,
  prefixOf,
  prefixProblem,
  type Problems,
} from './bucket-form.ts';

export const SOURCE_KINDS = ['export', 'folder', 's3'] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

export interface ImportForm extends BucketForm {
  readonly kind: SourceKind;
  readonly exportId: string;
  readonly folder: string;
  /** Without the prefix that all these indexes share. */
  readonly index: string;
  readonly days: number;
  /** As fields for a time of the browser's clock have them; empty for everything. */
  readonly from: string;
  readonly to: string;
  readonly isUnsigned: boolean;
}

const DAYS_USUAL = 7;

export const EMPTY_IMPORT: ImportForm = {
  ...EMPTY_BUCKET,
  kind: 'export',
  exportId: '',
  folder: '',
  index: '',
  days: DAYS_USUAL,
  from: '',
  to: '',
  isUnsigned: false,
};

const INDEX = /^[a-z0-9_-]{1,60}$/;

export function importProblems(form: ImportForm): Problems {
  const { importDaysMin, importDaysMax } = LIMITS.exports;
  const areDays =
    Number.isInteger(form.days) && form.days >= importDaysMin && form.days <= importDaysMax;
  const isRange = form.from === '' || form.to === '' || form.from < form.to;
  return {
    ...sourceProblems(form),
    ...found([
      ['index', INDEX.test(form.index) ? undefined : 'Use lowercase letters, digits, - and _.'],
      [
        'days',
        areDays ? undefined : `Enter a value between ${importDaysMin} and ${importDaysMax}.`,
      ],
      ['to', isRange ? undefined : 'The time range is empty.'],
    ]),
  };
}

function sourceProblems(form: ImportForm): Problems {
  switch (form.kind) {
    case 'export':
      return form.exportId === '' ? { exportId: 'Select an export.' } : {};
    case 'folder':
      return found([
        ['folder', folderProblem(form.folder)],
        ['prefix', prefixProblem(form.prefix)],
      ]);
    case 's3':
      return bucketProblems(form, false);
  }
}

export function draftOfImport(form: ImportForm): ImportDraft {
  return {
    source: sourceOf(form),
    index: `${IMPORT_INDEX_PREFIX}${nameOf(form.index)}`,
    days: form.days,
    ...instantOf('from', form.from),
    ...instantOf('to', form.to),
    ...(form.isUnsigned ? { unsigned: true } : {}),
  };
}

/** The field shows the prefix; entering it as well names the same index. */
function nameOf(index: string): string {
  return index.startsWith(IMPORT_INDEX_PREFIX) ? index.slice(IMPORT_INDEX_PREFIX.length) : index;
}

function sourceOf(form: ImportForm): ArchiveSource {
  switch (form.kind) {
    case 'export':
      return { kind: 'export', export: form.exportId };
    case 'folder':
      return { kind: 'folder', folder: form.folder.trim(), ...prefixOf(form.prefix) };
    case 's3':
      return { kind: 's3', ...bucketOf(form), secretAccessKey: form.secretAccessKey };
  }
}

function instantOf<Name extends string>(
  name: Name,
  text: string,
): { readonly [key in Name]?: string } {
  const moment = new Date(text);
  if (text === '' || Number.isNaN(moment.getTime())) return {};
  return { [name]: moment.toISOString() } as { readonly [key in Name]: string };
}

/** Progress of an import: the amount stored out of the archive's total. */
export function importWords(
  shown: Pick<
    ArchiveImport,
    'state' | 'rows' | 'rowsRefused' | 'rowsPlanned' | 'files' | 'filesPlanned'
  >,
): string {
  const { state, rows, rowsRefused, rowsPlanned, files, filesPlanned } = shown;
  if (rowsPlanned === null || filesPlanned === null) {
    switch (state) {
      case 'waiting':
        return 'queued';
      case 'running':
        return 'verifying manifests';
      case 'done':
      case 'failed':
      case 'cancelled':
        return 'no events found';
    }
  }
  const inFiles = `${formatCount(files)} of ${countOf(filesPlanned, 'file')}`;
  const left = rowsRefused === 0 ? '' : `, ${countOf(rowsRefused, 'row')} refused`;
  return `${formatCount(rows)} of ${countOf(rowsPlanned, 'row')} in ${inFiles}${left}`;
}

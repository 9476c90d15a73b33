/**
 * Names of files and manifests. A manifest name depends only on the window. A file name also contains the run and the
 * attempt that wrote it: a node that resumes after a stall must not overwrite files that another node has written
 * meanwhile.
 */
import type { ExportCompression, ExportFileFormat } from '../../../spec/exports.ts';
import { LIMITS } from '../../../spec/limits.ts';

/** The folder of an export: the readable part of its name, and its id for uniqueness. */
export function folderOf(name: string, id: string): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, LIMITS.exports.slugCharactersMax)
    .replaceAll(/^-+|-+$/g, '');
  return `${slug === '' ? 'export' : slug}-${id.slice(id.indexOf('_') + 1)}`;
}

export interface Window {
  readonly from: number;
  readonly to: number;
  readonly revision: number;
}

/** Who writes a file. */
export interface Author {
  readonly run: string;
  readonly tries: number;
}

export function fileName(
  folder: string,
  window: Window,
  number: number,
  { run, tries }: Author,
  { format, compression }: { format: ExportFileFormat; compression: ExportCompression },
): string {
  const day = new Date(window.from).toISOString().slice(0, 10);
  const author = `${run.slice(-AUTHOR_CHARACTERS)}${tries > 1 ? `-${tries}` : ''}`;
  const name = `${windowName(window)}_${number}_${author}`;
  return `${folder}/dt=${day}/${name}${endingOf(format, compression)}`;
}

/** Of the id of a run, which is made up of chance. */
const AUTHOR_CHARACTERS = 8;

export function manifestName(folder: string, window: Window): string {
  return `${manifestsFolder(folder)}${stamp(window.from)}_${stamp(window.to)}_r${window.revision}.json`;
}

export function manifestsFolder(folder: string): string {
  return `${folder}/manifests/`;
}

function windowName({ from, to, revision }: Window): string {
  const name = `${stamp(from)}_${stamp(to)}`;
  return revision === 1 ? name : `${name}_r${revision}`;
}

/** `20261115T090000Z`; with milliseconds where there are any. */
function stamp(ms: number): string {
  return new Date(ms).toISOString().replaceAll(/[-:]/g, '').replace('.000Z', 'Z');
}

function endingOf(format: ExportFileFormat, compression: ExportCompression): string {
  if (format !== 'jsonl') return `.${format}`;
  return { zstd: '.jsonl.zst', gzip: '.jsonl.gz', none: '.jsonl' }[compression];
}

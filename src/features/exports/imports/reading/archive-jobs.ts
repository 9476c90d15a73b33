/** Messages between an import and the process that reads its archive. Plain data in both directions. */
import type { Manifest, ManifestFile } from '../../../../contract/archive-manifest.ts';
import type { Limits } from '../../../../spec/limits.ts';
import type { ImportTerms } from './record-of-row.ts';

/** File facts that an import needs: its part of the manifest, and how to read it. */
export type FileFacts = Pick<Manifest, 'format' | 'compression'> &
  Pick<ManifestFile, 'name' | 'rows' | 'bytes' | 'sha256'>;

/** What an import needs to know of a manifest. */
export interface ManifestFacts extends Pick<
  Manifest,
  'export' | 'mode' | 'revision' | 'window' | 'previous'
> {
  readonly sha256: string;
  readonly files: readonly FileFacts[];
}

export interface FileToRead {
  readonly path: string;
  readonly facts: FileFacts;
  readonly terms: ImportTerms;
  /** The row id of its first event; those of the others follow. */
  readonly first: number;
  readonly node: number;
  /** Events that are stored already. */
  readonly stored: number;
  readonly limits: Limits['exports'];
}

export type ArchiveJob =
  | { readonly kind: 'manifest'; readonly text: string }
  /** Refers to the manifest that was read last. */
  | { readonly kind: 'signature'; readonly key: string }
  | { readonly kind: 'open'; readonly file: FileToRead }
  | { readonly kind: 'next' };

/** Events as the store takes them. */
export interface ReadBatch {
  readonly block: Uint8Array;
  readonly events: number;
  /** Size of the events: what quota and usage count. */
  readonly bytes: number;
}

/** The file was read to its end. */
export interface ReadEnd {
  /** Rows left out: too large, or with a time that cannot be stored. */
  readonly refused: number;
}

export type ArchiveAnswer =
  | { readonly kind: 'manifest'; readonly manifest: ManifestFacts | undefined }
  | { readonly kind: 'signature'; readonly isGood: boolean }
  | { readonly kind: 'opened' }
  | ({ readonly kind: 'batch' } & ReadBatch)
  | ({ readonly kind: 'end' } & ReadEnd)
  /** An `ArchiveProblem`, as text. */
  | { readonly kind: 'problem'; readonly message: string };

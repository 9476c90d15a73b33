/** What managing, runs and imports need of destinations. */
import type { OrganizationId } from '../../base/ids.ts';
import type { Manifest } from '../../contract/archive-manifest.ts';
import type {
  ArchiveSource,
  Destination,
  DestinationDraft,
} from '../../contract/export-destinations.ts';
import type { Objects } from '../../engines/objects/objects.ts';

/** A destination in two parts: the visible part, and the part stored encrypted, as text. */
export interface KeptDestination {
  readonly shown: Destination;
  readonly secret: string | undefined;
}

/** Storage location of the files of an export. */
export interface Place {
  readonly files: PlaceFiles;
  /** The name of a file there, from its path below the folder of the export. */
  readonly nameOf: (path: string) => string;
  /** We keep the files: they can be downloaded, and expire. */
  readonly isKept: boolean;
}

export type PlaceFiles = Pick<
  Objects,
  'write' | 'upload' | 'abandon' | 'find' | 'read' | 'remove' | 'list' | 'unfinished'
>;

/** A successful run, as passed to the recipients of notifications. */
export interface FinishedRun {
  readonly organization: OrganizationId;
  readonly export: { readonly id: string; readonly name: string };
  readonly run: string;
  readonly manifest: Manifest;
  readonly manifestName: string;
}

export interface Destinations {
  /** The names of the folders that the operator offers, in order. */
  folders(): readonly string[];
  /**
   * Rejects an invalid destination, and fills in omitted fields from the previous one, whose secret is kept only while
   * the address stays the same.
   */
  settle(
    organization: OrganizationId,
    draft: DestinationDraft,
    before?: KeptDestination,
  ): Promise<KeptDestination>;
  open(organization: OrganizationId, destination: KeptDestination): Place;
  openSource(
    organization: OrganizationId,
    source: Exclude<ArchiveSource, { kind: 'export' }>,
  ): Place;
  /** Writes a small object and removes it; throws if that fails. */
  test(
    organization: OrganizationId,
    destination: KeptDestination,
    signal: AbortSignal,
  ): Promise<void>;
  /** Sends mails and calls webhooks. Called before the run counts as done; may be called again for the same run. */
  tell(destination: KeptDestination, run: FinishedRun, signal: AbortSignal): Promise<void>;
}

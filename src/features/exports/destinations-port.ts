/** What managing, runs and imports need of destinations. */
import type { OrganizationId } from '../../base/ids.ts';
import type { Manifest } from '../../contract/archive-manifest.ts';
import type {
  ArchiveSource,
  Destination,
  DestinationDraft,
} from '../../contract/export-destinations.ts';
import type { Objects } from '../../engines/objects/objects.ts';

/** A destination in two parts: what may be shown, and what is kept encrypted, as text. */
export interface KeptDestination {
  readonly shown: Destination;
  readonly secret: string | undefined;
}

/** Where the files of an export lie. */
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

/** A run that has ended well, as it is told to whoever wants to hear of it. */
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
   * Refuses what cannot be a destination, and completes what was left out from the one before, whose secret is kept
   * only while the address stays the same.
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
  /** Writes a small object and removes it; says what is wrong by throwing. */
  test(
    organization: OrganizationId,
    destination: KeptDestination,
    signal: AbortSignal,
  ): Promise<void>;
  /** Called before the run counts as done; may be called again for the same run. Sends mails and calls webhooks. */
  tell(destination: KeptDestination, run: FinishedRun, signal: AbortSignal): Promise<void>;
}

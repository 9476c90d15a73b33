/** What a room hands to `compose/`, which lists the rooms and knows nothing else of them. */
import type { EngineHealth } from './base/health.ts';
import type { OrganizationId } from './base/ids.ts';
import type { Ledger } from './engines/metadata/tables/ledger.ts';
import type { Metadata, Unit } from './engines/metadata/metadata.ts';
import type { DueRunner, PeriodicJob } from './engines/schedule/schedule.ts';
import type { App } from './http/app.ts';
import type { FramedPage } from './http/web-app/web-app-routes.ts';
import type { BuiltResource } from './spec/plans.ts';

/** One record a room. `Needs` is what `compose/` has to offer for it. */
export interface Room<Needs> {
  /** The files of the contract that it answers; their endpoints say who may call. */
  readonly contract: readonly ContractFile[];
  /** Counts what it keeps of the things a plan counts. */
  readonly counts?: Partial<ResourceCounts>;
  /** Brings its rows of a restored store up to what was decided since the backup; in one transaction with all rooms. */
  readonly afterRestore?: AfterRestore;
  /** Called once, before the endpoints open. What it puts into `opened` is closed after them. */
  readonly open: (needs: Needs) => OpenRoom;
}

export interface OpenRoom {
  /** Mounts its endpoints. Not called on a node without an API. */
  readonly routes?: (app: App) => void;
  /** Addresses of the web app that other sites may show in a frame. */
  readonly pages?: readonly FramedPage[];
  /** What `/ready` asks beside the engines, by name. */
  readonly checks?: Readonly<Record<string, () => Promise<EngineHealth>>>;
  /** What runs by itself, on one node at a time. */
  readonly jobs?: readonly PeriodicJob[];
  /** Names its tables whose rows are worked off when they are due. */
  readonly startDue?: (runner: Pick<DueRunner, 'start'>) => void;
  /**
   * Removes what it holds of a deleted organization outside the metadata store, where the rows of the organization
   * are gone already. Repeating it does no harm.
   */
  readonly erase?: (organization: OrganizationId) => Promise<void>;
}

/** A module of `src/contract`: whatever it exports that is no endpoint is passed over. */
export type ContractFile = Readonly<Record<string, unknown>>;

export type CountResource = (
  reader: Pick<Metadata, 'db'> | Unit,
  organization: OrganizationId,
  now: number,
) => Promise<number>;
export type ResourceCounts = Readonly<Record<BuiltResource, CountResource>>;

/** Access comes first: with an organization goes whatever other rooms have of it. */
export type AfterRestore = (unit: Unit, restored: Restored) => Promise<Partial<SettledRows>>;

export interface Restored {
  /** What is there now; undefined where nobody knows. */
  readonly ledger: Ledger | undefined;
  /** What the backup shows, in milliseconds since 1970. */
  readonly point: number;
  readonly now: number;
}

export interface SettledRows {
  readonly sessionsEnded: number;
  readonly organizationsErased: number;
  readonly indexesErased: number;
  /**
   * Members, roles, keys, tokens, invitations, links, operators, passwords, allowlists, OAuth clients, channels, exports and
   * reports that are no longer what they were.
   */
  readonly revoked: number;
  readonly deletionsRepeated: number;
  /** Channels and exports that changed since: nobody knows how, so they wait until somebody enables them. */
  readonly disabled: number;
}

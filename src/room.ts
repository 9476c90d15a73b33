/** What a room hands to `compose/`, which lists the rooms and knows nothing else of them. */
import type { Actor } from './base/actor.ts';
import type { EngineHealth } from './base/health.ts';
import type { OrganizationId } from './base/ids.ts';
import type { BundleKind } from './contract/bundle-kinds.ts';
import type { Definition } from './contract/check-bundle.ts';
import type { Ledger } from './engines/metadata/tables/ledger.ts';
import type { Metadata, Unit } from './engines/metadata/metadata.ts';
import type { DueRunner, PeriodicJob } from './engines/schedule/schedule.ts';
import type { App } from './http/app.ts';
import type { FramedPage } from './http/web-app/web-app-routes.ts';
import type { BuiltResource } from './spec/plans.ts';
import type { Permission } from './spec/roles.ts';

/** One record per room. `Needs` are the dependencies that `compose/` has to provide. */
export interface Room<Needs> {
  /** The contract files that it implements; their endpoints define who can call them. */
  readonly contract: readonly ContractFile[];
  /** Counts its resources that are limited by a plan. */
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
  /** Checks of `/ready` in addition to the engines, by name. */
  readonly checks?: Readonly<Record<string, () => Promise<EngineHealth>>>;
  /** Periodic jobs, each on one node at a time. */
  readonly jobs?: readonly PeriodicJob[];
  /** Names its tables whose rows are worked off when they are due. */
  readonly startDue?: (runner: Pick<DueRunner, 'start'>) => void;
  /**
   * Removes the data of a deleted organization outside the metadata store, where the rows of the organization are
   * already deleted. Idempotent.
   */
  readonly erase?: (organization: OrganizationId) => Promise<void>;
  /** Managed resources that can be kept as code. */
  readonly kinds?: readonly ManagedKind[];
}

/** One kind of resource in a bundle, through the operations that users manage it with. */
export interface ManagedKind {
  readonly kind: BundleKind;
  readonly permissions: Readonly<Record<'read' | 'write' | 'delete', Permission>>;
  /** Its effect continues after a temporary role has expired. */
  readonly needsStandingRole?: true;
  /** What of a plan one of them takes. */
  readonly resource?: BuiltResource;
  /** The thing itself has the key, too. */
  readonly keepsKey?: true;
  /** Two of one name cannot be. */
  readonly hasUniqueNames?: true;
  /** The identity of a definition, if it is not only the name. */
  readonly nameOf?: (definition: Definition) => string;
  /** Fields that no change can set: another value makes another thing. */
  readonly fixed?: readonly string[];
  /** Fields with the same meaning as others; omitted from a definition that is shown. */
  readonly aliases?: readonly string[];
  /** The default values of fields that a definition omits. */
  readonly defaults: (definition: Definition) => Definition;
  /** Every field with its effective value, if that requires more than defaults. */
  readonly complete?: (definition: Definition) => Definition | Promise<Definition>;
  /** The inverse for pulled definitions: omits values that apply anyway. */
  readonly shorten?: (definition: Definition) => Definition;
  /** Rejects what its operations would reject, as far as the definition alone shows. */
  readonly check?: (
    definition: Definition,
    metadata: UnitStore,
    actor: Actor,
  ) => void | Promise<void>;
  /** Whether two values of a field mean the same; equal ones do anyway. */
  readonly isSame?: (field: string, present: unknown, wanted: unknown) => boolean;
  /** Whether there is nothing to make of it any more. */
  readonly isOver?: (definition: Definition) => boolean;
  /** All of them, oldest first; references are ids, secrets are left out. */
  readonly list: (metadata: UnitStore, actor: Actor) => Promise<readonly ManagedThing[]>;
  /** Paths of the values that are stored encrypted. */
  readonly secretsOf?: (
    metadata: UnitStore,
    actor: Actor,
    id: string,
  ) => Promise<Readonly<Record<string, string>>>;
  /** Answers the id. */
  readonly create: (
    metadata: UnitStore,
    actor: Actor,
    definition: Definition,
    key: string,
  ) => Promise<string>;
  readonly update: (
    metadata: UnitStore,
    actor: Actor,
    id: string,
    definition: Definition,
    change: { readonly fields: readonly string[]; readonly key: string },
  ) => Promise<void>;
  readonly remove: (metadata: UnitStore, actor: Actor, thing: ManagedThing) => Promise<void>;
  /** Runs before the transaction that creates resources with these keys. */
  readonly prepare?: (actor: Actor, keys: readonly string[]) => Promise<void>;
  /** After the transaction that changed some of them. */
  readonly settle?: (actor: Actor) => Promise<void>;
}

/** The store, or the transaction that a verb takes part in. */
export type UnitStore = Pick<Metadata, 'db' | 'transaction'>;

export interface ManagedThing {
  readonly id: string;
  readonly name: string;
  /** Where the thing itself has one. */
  readonly key?: string;
  readonly definition: Definition;
  /** Paths of the secrets that it has. */
  readonly secrets?: readonly string[];
  /** It is always there, so it cannot be deleted. */
  readonly isBuiltIn?: true;
}

/** A module of `src/contract`: exports that are not endpoints are ignored. */
export type ContractFile = Readonly<Record<string, unknown>>;

export type CountResource = (
  reader: Pick<Metadata, 'db'> | Unit,
  organization: OrganizationId,
  now: number,
) => Promise<number>;
export type ResourceCounts = Readonly<Record<BuiltResource, CountResource>>;

/** Access runs first: removing an organization also removes its data in the other rooms. */
export type AfterRestore = (unit: Unit, restored: Restored) => Promise<Partial<SettledRows>>;

export interface Restored {
  /** The current ledger; undefined if it is unknown. */
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
   * Members, roles, keys, tokens, invitations, links, operators, passwords, allowlists, OAuth clients, channels, exports,
   * audit streams and reports that are no longer what they were.
   */
  readonly revoked: number;
  readonly deletionsRepeated: number;
  /**
   * Channels, exports and audit streams that changed since the backup: the changes are unknown, so they stay disabled
   * until someone enables them.
   */
  readonly disabled: number;
}

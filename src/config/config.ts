import type { AiPresetName } from '../spec/ai-presets.ts';
import type { ModelName } from '../spec/evaluation.ts';
import type { Limits } from '../spec/limits.ts';
import type { Plan, PlanChanges, PlanName } from '../spec/plans.ts';
import type { OAuthProvider } from '../spec/sign-in.ts';
import type { OwnOrganizationMode, SignUpMode } from '../spec/sign-up.ts';
import type { RateName } from '../spec/rates.ts';
import type { BucketSetting, FolderOrBucket, NamedFolders } from './place-kinds.ts';
import type { Origin } from './read-values.ts';
import type { LOG_LEVELS, NodeRole, Values, VariableName } from './variables.ts';

/** Everything an operator decides, read once and frozen. Rooms receive values, never the whole. */
export interface Config {
  readonly isProduction: boolean;
  readonly nodeId: string;
  readonly roles: readonly NodeRole[];
  /** The data folder, as an absolute path. */
  readonly data: string;
  readonly logLevel: (typeof LOG_LEVELS)[number];

  readonly http: HttpConfig;
  readonly metrics: {
    readonly host: string;
    readonly port: number;
    readonly token: string | undefined;
  };

  readonly store:
    | {
        readonly kind: 'embedded';
        readonly directory: string;
        /** The one that is installed, unless it is given. */
        readonly engine?: 'clickhouse' | 'duckdb' | 'segments';
      }
    | {
        readonly kind: 'clickhouse';
        readonly url: string;
        readonly cluster: string | undefined;
        readonly nodes?: readonly string[];
        readonly replicationPath?: string;
      };
  readonly queue:
    | { readonly kind: 'lmdb'; readonly directory: string }
    | { readonly kind: 'nats'; readonly servers: readonly string[]; readonly replicas: number };
  readonly metadata:
    | { readonly kind: 'sqlite'; readonly file: string }
    | { readonly kind: 'postgres'; readonly url: string };
  readonly counters: { readonly kind: 'memory' } | { readonly kind: 'redis'; readonly url: string };
  readonly objects:
    | { readonly kind: 'disk'; readonly directory: string }
    | ({ readonly kind: 's3' } & BucketSetting);
  readonly mail: { readonly from: string } & (
    | { readonly kind: 'outbox'; readonly directory: string }
    | { readonly kind: 'smtp'; readonly url: string }
  );

  /** What organizations may call beside public addresses over https. */
  readonly outbound: { readonly networks: readonly string[]; readonly hosts: readonly string[] };

  /** Folders that exports may be written to, by their names. */
  readonly exportFolders: NamedFolders;

  /** The location database for `iplocation`; undefined when there is none. */
  readonly geoipFile: string | undefined;

  /** Where backups are written, and what they are encrypted with; undefined when none are made. */
  readonly backup: BackupConfig | undefined;

  /** The session key, or the file that keeps one: see `keepSecret`. */
  readonly secret:
    | { readonly kind: 'given'; readonly value: string }
    | { readonly kind: 'kept'; readonly file: string };
  /** The key before, while secrets are still encrypted under it. */
  readonly secretPrevious: string | undefined;
  /** The user to create on an empty store. */
  readonly admin: { readonly email: string; readonly password: string } | undefined;
  /** Where each identity provider is, and the installation's own client there. */
  readonly oauth: Readonly<Record<OAuthProvider, OAuthSetting>>;
  readonly signUp: SignUpMode;
  readonly ownOrganization: OwnOrganizationMode;
  /** Plan of new organizations. */
  readonly defaultPlan: PlanName;
  readonly planChanges: PlanChanges;
  /** Operators who sign in with a password need a second factor. */
  readonly isOperatorFactorRequired: boolean;
  readonly breachCheck:
    | { readonly kind: 'list' }
    | { readonly kind: 'range'; readonly url: string }
    | { readonly kind: 'folder'; readonly folder: string }
    | { readonly kind: 'off' };

  /** Requests per rolling minute; 0 = off. */
  readonly rates: Readonly<Record<RateName, number>>;
  readonly limits: Limits;
  readonly plans: Readonly<Record<PlanName, Plan>>;
  /** Maker's name in front of the model ids. */
  readonly aiVendor: string;
  readonly ai: AiConfig;
  readonly statusUrl: string | undefined;

  /** What an operator should hear at the start, although it stops nothing. */
  readonly warnings: readonly string[];
  /** What was read, for `describeConfig`. */
  readonly values: Values;
  readonly origins: Readonly<Record<VariableName, Origin>>;
}

export interface BackupConfig {
  readonly to: FolderOrBucket;
  /** The key, or the file that keeps one: see `keepSecret`. */
  readonly key:
    | { readonly kind: 'given'; readonly value: string }
    | { readonly kind: 'kept'; readonly file: string };
}

/** What answers evaluations. Whether the place is inside the EU is judged where it is opened. */
export interface AiConfig {
  /** Region that offline evaluations name, as the operator declares it. */
  readonly offlineRegion: string;
  readonly place:
    | { readonly kind: 'offline' }
    | {
        readonly kind: 'bedrock';
        readonly region: string | undefined;
        readonly models: AiModelIds;
        readonly credentials:
          | { readonly kind: 'bearer'; readonly key: string }
          | {
              readonly kind: 'keys';
              readonly accessKeyId: string;
              readonly secretAccessKey: string;
            }
          | { readonly kind: 'found'; readonly profile: string | undefined };
        readonly url: string | undefined;
      }
    | {
        readonly kind: 'openai-compatible';
        readonly url: string | undefined;
        readonly country: string | undefined;
        readonly models: AiModelIds;
        readonly key: string | undefined;
        readonly preset?: AiPresetName;
      };
}

type AiModelIds = Readonly<Record<ModelName, string | undefined>>;

export interface HttpConfig {
  readonly host: string;
  readonly port: number;
  /** 0 = off. */
  readonly otlpPort: number;
  /** Undefined when nobody set it: then `publicUrlFor` makes it from the port that was bound. */
  readonly publicUrl: string | undefined;
  readonly isCookieSecure: boolean;
  readonly trustedProxies: readonly string[];
  /** Undefined: the folder beside the source. */
  readonly webRoot: string | undefined;
}

export interface OAuthSetting {
  /** Undefined when the installation offers none; an organization may still bring its own. */
  readonly client: { readonly clientId: string; readonly clientSecret: string } | undefined;
  readonly authorizationUrl: string;
  readonly tokenUrl: string;
  readonly userinfoUrl: string;
}

/** Where people reach the web app: what was set, or host and port as they were bound. */
export function publicUrlFor(http: HttpConfig, boundPort: number): string {
  if (http.publicUrl !== undefined) return http.publicUrl;
  const isEverywhere = http.host === '0.0.0.0' || http.host === '::';
  const host = isEverywhere ? 'localhost' : http.host;
  return `http://${host.includes(':') ? `[${host}]` : host}:${boundPort}`;
}

import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { Mail } from '../../engines/mail/mail.ts';
import type { Metadata, Unit } from '../../engines/metadata/metadata.ts';
import type { Secrets } from '../../engines/secrets/secrets.ts';
import type { Limits } from '../../spec/limits.ts';
import type { PlanName } from '../../spec/plans.ts';
import type { OAuthProvider } from '../../spec/sign-in.ts';
import type { OwnOrganizationMode, SignUpMode } from '../../spec/sign-up.ts';
import type { AccessCache, AllowanceNeeds, Vouchers } from '../access/index.ts';
import type { Background } from './background.ts';
import type { BreachCheck, BreachSource } from './breach-check.ts';
import type { PasswordHasher } from './password-hasher.ts';

/** What accounts need from the outside. */
export interface AccountNeeds extends AllowanceNeeds {
  readonly metadata: Pick<Metadata, 'db' | 'transaction'>;
  readonly cache: Pick<AccessCache, 'get' | 'forget'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: Pick<Limits, 'accounts' | 'passwords' | 'sessions'>;
  /** Where people reach the web app: links start with it, and other origins are refused. */
  readonly publicOrigin: () => string;
  /** Writes the mail in the transaction; it leaves after the commit. */
  readonly enqueueMail: (unit: Unit, mail: Mail) => Promise<void>;
  /** Signs cookies; the same on every node. */
  readonly secret: string;
  /** Cookies travel over https only. */
  readonly isCookieSecure: boolean;
  readonly signUp: SignUpMode;
  readonly ownOrganization: OwnOrganizationMode;
  /** False if mails are only written to a folder. */
  readonly isMailSent: boolean;
  readonly vouchers: Pick<Vouchers, 'isGood'>;
  /** What the organization of a new account begins on. */
  readonly defaultPlan: PlanName;
  readonly oauth: Readonly<Record<OAuthProvider, OAuthSetting>>;
  /** Encrypts the secrets of OAuth clients that organizations enter. */
  readonly secrets: Secrets;
  readonly breachCheck: BreachSource;
}

/** What an identity provider knows us by. */
export interface OAuthClient {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Where a provider is; an organization brings a client, never an address. */
export interface OAuthSetting {
  /** Undefined when the installation has none. */
  readonly client: OAuthClient | undefined;
  readonly authorizationUrl: string;
  readonly tokenUrl: string;
  readonly userinfoUrl: string;
}

/** What the verbs of accounts work with. */
export interface AccountTools extends AccountNeeds {
  readonly hasher: PasswordHasher;
  readonly isBreached: BreachCheck;
  readonly background: Background;
}

/** A request as far as the audit trail wants to know about it. */
export interface Visit {
  readonly ipAddress: string;
  readonly userAgent: string;
}

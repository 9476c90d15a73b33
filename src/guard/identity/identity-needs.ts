import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { Dns } from '../../engines/dns/dns.ts';
import type { Metadata } from '../../engines/metadata/metadata.ts';
import type { Outbound } from '../../engines/outbound/outbound.ts';
import type { Secrets } from '../../engines/secrets/secrets.ts';
import type { AccessNeeds } from '../access/index.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Providers } from './connections/open-providers.ts';
import type { SamlReader } from './saml/open-saml-reader.ts';

/** What the verbs about domains work with. */
export interface DomainNeeds {
  readonly metadata: Pick<Metadata, 'db' | 'transaction'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly dns: Dns;
  readonly access: Pick<AccessNeeds, 'publicOrigin' | 'enqueueMail'>;
}

/** What the verbs about connections work with. */
export interface ConnectionNeeds {
  readonly metadata: Pick<Metadata, 'db' | 'transaction'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly outbound: Outbound;
  readonly secrets: Secrets;
  readonly access: AccessNeeds;
  readonly accounts: Pick<Accounts, 'beginSession'>;
  readonly providers: Providers;
  /** Reads what SAML providers send. */
  readonly saml: SamlReader;
  /** Cookies travel over https only. */
  readonly isCookieSecure: boolean;
}

/** What directories work with. */
export interface ScimNeeds {
  readonly metadata: Pick<Metadata, 'db' | 'transaction'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly access: AccessNeeds;
}

import type { Clock } from '../../base/clock.ts';
import type { Mail } from '../../engines/mail/mail.ts';
import type { Metadata, Unit } from '../../engines/metadata/metadata.ts';
import type { CountResource } from '../../room.ts';
import type { Limits } from '../../spec/limits.ts';
import type { PlanChanges, PlanName, PlanResource } from '../../spec/plans.ts';
import type { RateName } from '../../spec/rates.ts';
import type { SignUpMode } from '../../spec/sign-up.ts';
import type { Plans } from '../limits/index.ts';
import type { AccessCache } from './access-cache.ts';
import type { Vouchers } from './invitations/vouchers.ts';
import type { AllowanceNeeds } from './mail-allowance.ts';

/** What the verbs of this room work with. */
export interface AccessNeeds extends AllowanceNeeds {
  readonly metadata: Pick<Metadata, 'db' | 'transaction'>;
  readonly cache: Pick<AccessCache, 'get' | 'forget'>;
  readonly clock: Clock;
  readonly plans: Plans;
  readonly rates: Readonly<Record<RateName, number>>;
  /** What a new organization begins on. */
  readonly defaultPlan: PlanName;
  readonly planChanges: PlanChanges;
  readonly signUp: SignUpMode;
  readonly limits: Limits['organizations'];
  /** Part of the daily quota at which its state changes. */
  readonly quotaWarnRatio: number;
  /** Counts of the resources limited by plans, shown on the usage page. */
  readonly counts: Readonly<Partial<Record<PlanResource, CountResource>>>;
  /** Where people reach the web app, for links in mails. */
  readonly publicOrigin: () => string;
  /** False if mails are only written to a folder: invitation links must be shared manually then. */
  readonly isMailSent: boolean;
  /** False where the built-in evaluator answers instead of a language model. */
  readonly hasModel: boolean;
  readonly vouchers: Vouchers;
  /** Writes the mail in the transaction; it leaves after the commit. */
  readonly enqueueMail: (unit: Unit, mail: Mail) => Promise<void>;
}

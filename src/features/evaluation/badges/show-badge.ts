/** What everybody with its URL sees of a check: its name, its last outcome, and when that was. */
import { isoTime } from '../../../base/clock.ts';
import { AppError, notFound } from '../../../base/errors.ts';
import { organizationId } from '../../../base/ids.ts';
import { type BadgeDrawing, drawBadge } from '../../../charts/index.ts';
import type { CheckOutcomes } from '../../../contract/check-history.ts';
import type { Check } from '../../../contract/checks.ts';
import {
  hashCredential,
  isAllowedAddress,
  isWellFormedCredential,
  organizationFacts,
} from '../../../guard/access/index.ts';
import { BADGE_TOKEN_PREFIX } from '../../../spec/evaluation.ts';
import { checkRunRows } from '../checks/check-runs-table.ts';
import { checkRows, showCheck } from '../checks/checks-table.ts';
import { findBadgeByHash } from './check-badges-table.ts';

export type ShowNeeds = Parameters<typeof organizationFacts>[0];

/** Any problem with a token gets the same response. */
export async function showBadgeOf(
  needs: ShowNeeds,
  token: string,
  ipAddress: string,
): Promise<string> {
  const badge = isWellFormedCredential(token, [BADGE_TOKEN_PREFIX])
    ? await findBadgeByHash(needs.metadata, hashCredential(token))
    : undefined;
  if (badge === undefined) throw notFound('badge');
  const organization = organizationId(badge.organization_id);
  const facts = await organizationFacts(needs, organization);
  if (!isAllowedAddress(facts?.allowedNetworks, ipAddress)) {
    throw new AppError('IP_NOT_ALLOWED', "This badge isn't available from your IP address.");
  }
  const row = await checkRows.find(needs.metadata, organization, badge.check_id);
  if (row === undefined) throw notFound('badge');
  const newest = { limit: 1, after: undefined };
  const only = { check_id: row.id };
  const [run] = await checkRunRows.page(needs.metadata, organization, newest, only);
  if (run === undefined) return drawBadge({ label: row.name, value: 'no data', tone: 'none' });
  const outcome = outcomeOf(showCheck(row), JSON.parse(run.outcomes) as CheckOutcomes);
  const at = isoTime(run.created_at).slice(0, 'yyyy-mm-ddThh:mm'.length).replace('T', ' ');
  const value = `${outcome} · ${at} UTC`;
  return drawBadge({ label: row.name, value, tone: TONES[outcome] });
}

const TONES = { passed: 'good', failed: 'bad', undecided: 'unsure' } as const satisfies Readonly<
  Record<string, BadgeDrawing['tone']>
>;

/** As a release gate decides. */
function outcomeOf({ mode }: Pick<Check, 'mode'>, outcomes: CheckOutcomes): keyof typeof TONES {
  const isGeneric = mode === 'generic_verdict';
  const has = (wanted: string): boolean => outcomes.some(({ status }) => status === wanted);
  if (has('failed') || (!isGeneric && has('skipped'))) return 'failed';
  return outcomes.length === 0 || has('not_found') ? 'undecided' : 'passed';
}

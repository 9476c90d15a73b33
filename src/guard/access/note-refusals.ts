import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { Counters } from '../../engines/counters/counters.ts';
import type { Metadata } from '../../engines/metadata/metadata.ts';
import type { Guard, Request } from '../../http/gate.ts';
import type { ErrorCode } from '../../spec/codes.ts';
import { LIMITS } from '../../spec/limits.ts';
import { actorName, type AuditSubject, recordAuditFor } from '../audit/index.ts';

interface RefusalNeeds {
  readonly metadata: Pick<Metadata, 'transaction'>;
  readonly counters: Pick<Counters, 'hit'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** A person known to the organization was denied access. */
const CODES: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'FORBIDDEN',
  'INSUFFICIENT_SCOPE',
  'IP_NOT_ALLOWED',
  'API_KEY_REVOKED',
  'API_KEY_EXPIRED',
  'PAT_REVOKED',
  'PAT_EXPIRED',
]);
/** Size of the deduplication cache; beyond it some refusals are recorded again, within the organization's limit. */
const NOTED_MAX = 10_000;

/**
 * Records refused access in the audit log of an organization. Repeated refusals are recorded once per interval, with an
 * upper bound per organization, so that nobody can flood its log. Runs in the background.
 */
export function createRefusalNotes(needs: RefusalNeeds): NonNullable<Guard['noteRefusal']> {
  const { refusalWindowMs } = LIMITS.audit;
  const notedAt = new Map<string, number>();
  return (request, code) => {
    const subject = CODES.has(code) ? subjectOf(request) : undefined;
    if (subject === undefined) return;
    const resource = `${request.method} ${request.routeOptions.url ?? ''}`;
    const key = [subject.organization, subject.actorName, code, resource].join(' ');
    const now = needs.clock.now();
    const last = notedAt.get(key);
    if (last !== undefined && now - last < refusalWindowMs) return;
    if (notedAt.size >= NOTED_MAX) notedAt.clear();
    notedAt.set(key, now);
    record(needs, subject, resource, code, now).catch((error: unknown) => {
      needs.log.warn({ err: error, organization: subject.organization }, 'refusal not recorded');
    });
  };
}

async function record(
  { metadata, counters }: RefusalNeeds,
  subject: AuditSubject,
  resource: string,
  code: ErrorCode,
  now: number,
): Promise<void> {
  const { refusalsMax, refusalsPerCallerMax, refusalWindowMs } = LIMITS.audit;
  const all = `refusals:${subject.organization}`;
  // First of the caller: one that has used up its own number takes nothing from the others.
  for (const [key, max] of [
    [`${all}:${subject.actorName}`, refusalsPerCallerMax],
    [all, refusalsMax],
  ] as const) {
    const { isAllowed } = await counters.hit(key, max, refusalWindowMs);
    if (!isAllowed) return;
  }
  await metadata.transaction(async (unit) => {
    const event = { action: 'access.refused', resource, details: { code } } as const;
    await recordAuditFor(unit, subject, event, now);
  });
}

function subjectOf(request: Request): AuditSubject | undefined {
  const who = request.caller?.actor ?? request.refused;
  if (who === undefined || who === null) return undefined;
  return {
    organization: who.organization,
    actorName: 'name' in who ? who.name : actorName(who),
    ipAddress: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
  };
}

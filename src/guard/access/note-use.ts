import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { Metadata } from '../../engines/metadata/metadata.ts';
import { MINUTE_MS } from '../../spec/units.ts';
import { ACCESS_CHANNEL } from './access-cache.ts';
import { recordAuditFor } from '../audit/index.ts';
import { noteTokenUse } from './credentials/access-tokens-table.ts';
import { noteFirstKeyUse, noteKeyUse } from './credentials/api-keys-table.ts';
import type { KnownCredential } from './credentials/find-credential.ts';

interface NoteNeeds {
  readonly metadata: Pick<Metadata, 'db' | 'transaction'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Where a credential was used from. */
export interface Origin {
  readonly ipAddress: string;
  readonly userAgent: string;
}

/** How exact "last used" is: a busy key is written down once in this time, not at every request. */
const NOTED_EVERY_MS = MINUTE_MS;
const NOTED_MAX = 10_000;
/** After a failure it is tried again this much later, not by every request meanwhile. */
const RETRIED_AFTER_MS = 5_000;

/** Remembers that credentials are used: the first time with an audit entry, later now and then. Never waited for. */
export function createUseNotes(needs: NoteNeeds): (known: KnownCredential, origin: Origin) => void {
  const notedAt = new Map<string, number>();
  return (known, origin) => {
    const now = needs.clock.now();
    const last = notedAt.get(known.id);
    if (last !== undefined && now - last < NOTED_EVERY_MS) return;
    if (notedAt.size >= NOTED_MAX) notedAt.clear();
    notedAt.set(known.id, now);
    noteUse(needs, known, origin, now).catch((error: unknown) => {
      notedAt.set(known.id, now - NOTED_EVERY_MS + RETRIED_AFTER_MS);
      needs.log.warn(
        { err: error, credential: known.id },
        'recording the use of a credential failed',
      );
    });
  };
}

async function noteUse(
  needs: NoteNeeds,
  known: KnownCredential,
  origin: Origin,
  now: number,
): Promise<void> {
  if (known.kind === 'access_token') {
    await noteTokenUse(needs.metadata, known.organization, known.id, now);
    return;
  }
  await needs.metadata.transaction(async (unit) => {
    await noteKeyUse(unit, known.organization, known.id, now);
    if (known.isUsed) return;
    if (!(await noteFirstKeyUse(unit, known.organization, known.id, now))) return;
    const subject = { organization: known.organization, actorName: known.id, ...origin };
    const event = {
      action: 'api_key.used',
      resource: known.id,
      details: { name: known.name },
    } as const;
    await recordAuditFor(unit, subject, event, now);
    await unit.notify(ACCESS_CHANNEL, known.organization);
  });
}

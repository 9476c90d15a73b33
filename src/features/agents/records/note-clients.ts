import type { Actor } from '../../../base/actor.ts';
import { recordAudit } from '../../../guard/audit/index.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { DAY_MS } from '../../../spec/units.ts';
import type { AgentNeeds } from '../agent-needs.ts';
import { forgetClients, noteUse, rememberClient } from './agent-clients-table.ts';

export type NoteClient = (actor: Actor, credential: string, client: string) => void;

const NOTED_MAX = 10_000;

/** Remembers which clients are connected: now and then in the table, once a day in the audit log. Never waited for. */
export function createClientNotes(needs: AgentNeeds): NoteClient {
  const notedAt = new Map<string, number>();
  return (actor, credential, client) => {
    const now = needs.clock.now();
    const key = `${credential} ${client}`;
    if (now - (notedAt.get(key) ?? 0) < LIMITS.agents.clientNotedEveryMs) return;
    if (notedAt.size >= NOTED_MAX) notedAt.clear();
    notedAt.set(key, now);
    note(needs, actor, credential, client).catch((error: unknown) =>
      needs.log.warn({ err: error, credential }, 'recording the client of an agent failed'),
    );
  };
}

async function note(
  needs: AgentNeeds,
  actor: Actor,
  credential: string,
  client: string,
): Promise<void> {
  const now = needs.clock.now();
  const { organization } = actor;
  const counted = await countClient(needs, credential, client);
  await needs.metadata.transaction(async (unit) => {
    const row = {
      organization_id: organization,
      credential_id: credential,
      client,
      first_used_at: now,
      last_used_at: now,
    };
    const isRemembered = await noteUse(unit, row);
    if (!isRemembered && !counted.isFurther) {
      await rememberClient(unit, row);
      await forgetClients(unit, organization, LIMITS.agents.clientsMax);
    }
    if (counted.details === undefined) return;
    const event = {
      action: 'agent.connected',
      resource: credential,
      details: counted.details,
    } as const;
    await recordAudit(unit, actor, event, now);
  });
}

/** Beyond these, further clients of a day are no longer counted. */
const FURTHER_MAX = 10_000;

interface CountedClient {
  /** The credential has had all its clients of the day. */
  readonly isFurther: boolean;
  /** Of the audit entry, if there is to be one. */
  readonly details?: Readonly<Record<string, string | number>>;
}

/**
 * Clients choose their names. A credential that invents new ones has so many entries a day, then one each time that the
 * count of further ones has another digit.
 */
async function countClient(
  { counters }: Pick<AgentNeeds, 'counters'>,
  credential: string,
  client: string,
): Promise<CountedClient> {
  const named = `agent-connected:${credential}:${client}`;
  // Asked before it is counted: an invented name leaves no key.
  const isNew = (await counters.peek(named, 1, DAY_MS)).isAllowed;
  if (!isNew) return { isFurther: false };
  const { clientsPerDayMax } = LIMITS.agents;
  if ((await counters.hit(`agent-clients:${credential}`, clientsPerDayMax, DAY_MS)).isAllowed) {
    const isFirst = (await counters.hit(named, 1, DAY_MS)).isAllowed;
    return { isFurther: false, ...(isFirst ? { details: { client } } : {}) };
  }
  const further = `agent-further:${credential}`;
  const { isAllowed, remaining } = await counters.hit(further, FURTHER_MAX, DAY_MS);
  const count = FURTHER_MAX - remaining;
  if (!isAllowed || !/^10*$/.test(String(count))) return { isFurther: true };
  const isFirst = (await counters.hit(`${further}:${count}`, 1, DAY_MS)).isAllowed;
  return { isFurther: true, ...(isFirst ? { details: { furtherClients: count } } : {}) };
}

import type { Actor } from '../../../base/actor.ts';
import { recordAudit } from '../../../guard/audit/index.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { DAY_MS } from '../../../spec/units.ts';
import type { AgentNeeds } from '../agent-needs.ts';
import { forgetClients, noteClient } from './agent-clients-table.ts';

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
  const day = `agent-connected:${credential}:${client}`;
  const isFirstToday = (await needs.counters.hit(day, 1, DAY_MS)).isAllowed;
  await needs.metadata.transaction(async (unit) => {
    const isNew = await noteClient(unit, {
      organization_id: organization,
      credential_id: credential,
      client,
      first_used_at: now,
      last_used_at: now,
    });
    if (isNew) await forgetClients(unit, organization, LIMITS.agents.clientsMax);
    if (!isFirstToday) return;
    const event = { action: 'agent.connected', resource: credential, details: { client } } as const;
    await recordAudit(unit, actor, event, now);
  });
}

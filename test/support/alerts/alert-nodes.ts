/** Nodes in processes of their own that look at alert rules and send their messages, on one PostgreSQL. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Clock } from '../../../src/base/clock.ts';
import type { Metadata } from '../../../src/engines/metadata/metadata.ts';
import { openOutbound } from '../../../src/engines/outbound/open-outbound.ts';
import { openSecrets } from '../../../src/engines/secrets/open-secrets.ts';
import { createChannel } from '../../../src/features/alerts/channels/manage-channels.ts';
import { createAlertRule } from '../../../src/features/alerts/rules/manage-alert-rules.ts';
import { LIMITS } from '../../../src/spec/limits.ts';
import { PLANS } from '../../../src/spec/plans.ts';
import { accessOn } from '../open-access.ts';
import type { Receiver } from '../start-receiver.ts';

const NODE = fileURLToPath(new URL('../../crash/alerts-node.ts', import.meta.url));

/** Resolves once it is ready. `parts` are those of its command line. */
export async function startAlertNode(
  t: Pick<TestContext, 'after'>,
  parts: readonly string[],
  onLine: (line: string) => void = () => {},
): Promise<ChildProcess> {
  const child = spawn(process.execPath, [NODE, ...parts], { stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(() => child.kill('SIGKILL'));
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => {
    const lines = (text + chunk.toString()).split('\n');
    text = lines.pop() ?? '';
    for (const line of lines) onLine(line);
  });
  await once(child.stdout, 'data');
  return child;
}

export async function killNode(child: ChildProcess | undefined): Promise<void> {
  assert.ok(child !== undefined && child.exitCode === null, 'a node ended by itself');
  child.kill('SIGKILL');
  await once(child, 'exit');
}

export interface CrossingRules {
  readonly metadata: Metadata;
  readonly receiver: Receiver;
  readonly clock: Clock;
  readonly rules: number;
}

/** Rules of one organization that tick as often as rules can, and tell the receiver at once. */
export async function addRules(
  t: TestContext,
  { metadata, receiver, clock, rules }: CrossingRules,
): Promise<void> {
  const access = await accessOn(t, metadata);
  const { owner } = await access.newOrganization('enterprise');
  const needs = {
    metadata,
    clock,
    plans: PLANS,
    resetRule: async () => {},
    resetGroup: async () => {},
  };
  const channel = await createChannel(
    {
      metadata,
      clock,
      secrets: openSecrets({ secret: 'x'.repeat(40), previous: undefined }),
      outbound: openOutbound({ networks: ['127.0.0.1'], hosts: [] }),
      access: access.needs,
    },
    owner.actor,
    { name: 'ops', kind: 'webhook', url: receiver.url },
  );
  for (let number = 0; number < rules; number++) {
    await createAlertRule(needs, owner.actor, {
      name: `Rule ${number}`,
      query: 'level=error',
      interval: LIMITS.alerts.intervalSecondsMin,
      condition: { kind: 'threshold', op: '>', value: 5, by: ['host'] },
      channels: [channel.id],
      groupWait: 0,
      throttle: 0,
    });
  }
}

/** The group that every rule finds from now on is named after it. */
export async function enterRound({ db }: Metadata, round: number): Promise<void> {
  const value = `round ${round}`;
  await db
    .insertInto('settings')
    .values({ key: 'round', value, changed_at: 0 })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}

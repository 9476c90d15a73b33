import assert from 'node:assert/strict';
import { LIMITS } from '../../../spec/limits.ts';
import { DAY_MS } from '../../../spec/units.ts';
import {
  insertIncident,
  insertRule,
  resolveIncident,
} from '../../../../test/support/alerts/alert-rows.ts';
import { onBothStores } from '../../../../test/support/open-access.ts';
import { fired, startMessages } from '../../../../test/support/alerts/start-messages.ts';
import { remindOfIncidents } from '../incidents/remind.ts';
import { queueMessages } from './queue-messages.ts';

const { withheldAgainMs } = LIMITS.alerts;
const signal = new AbortController().signal;

onBothStores(
  'what began unheard is told once, when nothing withholds it any more',
  async (t, access) => {
    const { metadata, clock } = access;
    const { id: organization, owner } = await access.newOrganization();
    const { needs, receiver, tell, deliver, silence, channel } = await startMessages(t, access);
    const url = `${receiver.url}/hook`;
    const hook = await channel(owner, { kind: 'webhook', name: 'hook', url });
    const settings = { channels: [hook.id], groupWait: 0, throttle: 0 };
    const loud = await insertRule(metadata, organization, settings, 'loud');
    const muting = await insertIncident(metadata, loud, clock.now());
    const muted = await insertRule(
      metadata,
      organization,
      { ...settings, mutedBy: [loud.id] },
      'muted',
    );
    const silenced = await insertRule(metadata, organization, settings, 'silenced');
    await silence(silenced);
    const again = async (): Promise<number> => {
      clock.advance(withheldAgainMs);
      await remindOfIncidents({ ...needs, queueMessages }, signal);
      await deliver();
      return receiver.calls.length;
    };

    for (const rule of [muted, silenced]) {
      await tell(rule, [fired(await insertIncident(metadata, rule, clock.now()))]);
    }
    clock.advance(-1);
    const atOnce = await again();
    clock.advance(1);
    const during = await again();
    await resolveIncident(metadata, muting, clock.now());
    const unmuted = await again();
    clock.advance(DAY_MS);
    const heard = await again();
    const last = await again();

    assert.deepEqual([atOnce, during, unmuted, heard, last], [0, 0, 1, 2, 2]);
    assert.match(receiver.calls[0]?.body ?? '', /muted/);
    assert.match(receiver.calls[1]?.body ?? '', /silenced/);
  },
);

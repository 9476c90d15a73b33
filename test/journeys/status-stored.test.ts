/** Rows of a real platform are taken away, doubled and changed; the probe finds out what it was told. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createStoredWatch } from '../../src/features/status/round/check-stored.ts';
import { findLines } from '../../src/features/status/round/find-lines.ts';
import { writeLine, type WrittenLine } from '../../src/features/status/round/write-line.ts';
import { MACHINE_TIME, roundNeeds } from '../../src/features/status/start-status.ts';
import { LIMITS } from '../../src/spec/limits.ts';
import { HOUR_MS, MINUTE_MS } from '../../src/spec/units.ts';
import { startApp } from '../support/programs/start-app.ts';
import { signIn } from '../support/programs/visitor.ts';
import { ADMIN, ADMIN_ENVIRONMENT } from './a-log-line.suite.ts';

const WITHIN_MS = 75 * MINUTE_MS;

test('a line that a store loses, doubles or alters is found within 75 minutes', async (t) => {
  const app = await startApp(t, { ...ADMIN_ENVIRONMENT, XPLAIN_RATE_LOGS: '0' });
  const ada = await signIn(app.url, ADMIN);
  const facts = { name: 'probe', scope: 'full-access' };
  const { value: key } = await ada.create<{ value: string }>('/api/v1/api-keys', facts);
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const keys = { ingestKey: key, readKey: key, token: undefined, alertRule: undefined };
  const needs = roundNeeds(MACHINE_TIME, new AbortController().signal);

  const send = async ({ nonce }: WrittenLine, event: string, probe: string): Promise<void> => {
    const body = JSON.stringify({ event, attributes: { nonce, probe_id: probe } });
    const answer = await fetch(`${app.url}/api/v1/logs`, { method: 'POST', headers, body });
    assert.equal(answer.status, 202);
  };
  const count = async (query: string): Promise<number> => {
    const parameters = new URLSearchParams({ query, earliest: '-1h' });
    const answer = await fetch(`${app.url}/api/v1/logs?${parameters.toString()}`, { headers });
    return ((await answer.json()) as { data: { rows: unknown[] } }).data.rows.length;
  };
  const until = async (query: string, rows: number): Promise<void> => {
    for (let tries = 0; tries < 300; tries += 1) {
      if ((await count(query)) === rows) return;
      await sleep(200);
    }
    assert.fail(`${query} does not become ${rows}`);
  };
  const remove = async ({ nonce }: WrittenLine): Promise<void> => {
    const parameters = new URLSearchParams({ query: `nonce=${nonce}`, earliest: '-1h' });
    const url = `${app.url}/api/v1/logs?${parameters.toString()}`;
    assert.equal((await fetch(url, { method: 'DELETE', headers })).status, 202);
    await until(`nonce=${nonce}`, 0);
  };
  const faults: Record<string, (line: WrittenLine, probe: string) => Promise<void>> = {
    none: async () => {},
    missing: (line) => remove(line),
    doubled: async (line, probe) => {
      await send(line, line.text, probe);
      await until(`nonce=${line.nonce}`, 2);
    },
    altered: async (line, probe) => {
      await remove(line);
      await send(line, line.text.replace('status', 'Status'), probe);
      await until(`nonce=${line.nonce}`, 1);
    },
  };

  for (const [reason, harm] of Object.entries(faults)) {
    // Each has a probe of its own, so that no fault hides another.
    const probeId = `probe${reason}`;
    const target = { url: app.url, ...keys, controls: [], probeId };
    const lines = [
      await writeLine(needs, target, 'http'),
      await writeLine(needs, target, 'otlp'),
      await writeLine(needs, target, 'http'),
    ];
    assert.equal((await findLines(needs, target, lines)).foundAt.size, 3, reason);
    let monotonic = 0;
    const watch = createStoredWatch(
      {
        ...needs,
        monotonic: () => monotonic,
        // Lines younger than two minutes may still be on their way, and are not compared.
        wallClock: () => Date.now() + 5 * MINUTE_MS,
        lines: (from, to) =>
          lines
            .filter(({ writtenAt }) => writtenAt >= from && writtenAt < to)
            .map(({ accepted, ...line }) => ({ ...line, isAccepted: accepted !== undefined })),
      },
      target,
    );
    const [, harmed = assert.fail('no line')] = lines;
    await harm(harmed, probeId);

    // At worst an hour passes before the next comparison; then its confirmation.
    monotonic = HOUR_MS;
    await watch.look();
    assert.notEqual(watch.verdict().result, 'down', 'told only when it is confirmed');
    monotonic += LIMITS.status.storedConfirmMs;
    await watch.look();

    assert.ok(monotonic <= WITHIN_MS);
    const verdict = watch.verdict();
    if (reason === 'none') assert.equal(verdict.result, 'up', JSON.stringify(verdict));
    else assert.deepEqual([verdict.result, verdict.reason], ['down', reason]);
  }
});

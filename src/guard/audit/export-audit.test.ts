import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { openAccess } from '../../../test/support/open-access.ts';
import { exportAudit, type ExportNeeds } from './export-audit.ts';

test('no cell of the exported audit log begins a formula, unless it is asked for as it is', async (t) => {
  const access = await openAccess(t);
  const { owner } = await access.newOrganization();
  const stored = '"actor","user_agent"\n"ada@example.com","=cmd|x"\n';
  const needs: ExportNeeds = {
    metadata: access.metadata,
    clock: access.clock,
    store: { export: async () => ({ content: Readable.from([Buffer.from(stored)]) }) },
  };
  const { signal } = new AbortController();
  const read = async (format: 'csv' | 'jsonl', raw: boolean): Promise<string> => {
    const range = { format, earliest: undefined, latest: undefined, raw };
    return text(await exportAudit(needs, owner.actor, range, signal));
  };

  assert.equal(await read('csv', false), stored.replace('"=cmd', '"\'=cmd'));
  assert.equal(await read('csv', true), stored);
  assert.equal(await read('jsonl', false), stored);
});

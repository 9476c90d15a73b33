import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Service } from '../../../../../src/contract/services.ts';
import { changeOfService, draftOfService, EMPTY_SERVICE, formOfService } from './service-draft.ts';

const SERVICE: Service = {
  id: 'svc_1',
  name: 'checkout',
  version: 4,
  selector: 'service=checkout',
  owner: null,
  tier: 1,
  links: [],
  tags: ['shop'],
  dependsOn: ['svc_2'],
  kpis: 2,
  state: 'healthy',
  score: 100,
  since: null,
  createdBy: 'ada@example.com',
  createdAt: '2026-11-15T08:00:00.000Z',
  updatedAt: '2026-11-15T08:00:00.000Z',
};

test('what is left empty is not sent: no owner, no link without anything in it', () => {
  const links = [
    { name: ' ', url: '' },
    { name: 'Runbook', url: ' https://wiki.example.com ' },
  ];

  assert.deepEqual(draftOfService({ ...EMPTY_SERVICE, name: ' api ', selector: '*', links }), {
    name: 'api',
    selector: '*',
    owner: null,
    tier: 3,
    tags: [],
    links: [{ name: 'Runbook', url: 'https://wiki.example.com' }],
    dependsOn: [],
  });
});

test('a change names what is different and the version it was made on, or is none', () => {
  const form = formOfService(SERVICE);

  assert.equal(changeOfService(form, SERVICE), undefined);
  assert.deepEqual(changeOfService({ ...form, tier: 2, owner: 'Cards' }, SERVICE), {
    version: 4,
    tier: 2,
    owner: 'Cards',
  });
  assert.deepEqual(changeOfService({ ...form, dependsOn: [] }, SERVICE), {
    version: 4,
    dependsOn: [],
  });
});

/** What is refused, and the bounds on both of their sides. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAccess } from '../../../../test/support/open-access.ts';
import {
  A_KPI,
  A_SERVICE,
  KPIS,
  SERVICES,
  startManaging,
} from '../../../../test/support/services/start-services.ts';
import { LIMITS } from '../../../spec/limits.ts';

const limits = LIMITS.services;
const x = (length: number): string => 'x'.repeat(length);
const list = <T>(length: number, of: (at: number) => T): T[] =>
  Array.from({ length }, (_, at) => of(at));

test('a service is kept within its bounds, and refused beyond them', async (t) => {
  const access = await openAccess(t);
  const { call } = startManaging(t, access);
  const { owner } = await access.newOrganization('enterprise');
  let made = 0;
  const status = async (body: object): Promise<number> => {
    made += 1;
    const whole = { ...A_SERVICE, name: `service ${made}`, ...body };
    return (await call(`POST ${SERVICES}`, { as: owner, body: whole })).status;
  };
  const ids: string[] = [];
  for (let at = 0; at <= limits.dependenciesMax; at++) {
    const body = { ...A_SERVICE, name: `dependency ${at}` };
    const { body: answer } = await call(`POST ${SERVICES}`, { as: owner, body });
    ids.push((answer.data as { id: string }).id);
  }
  const link = (url: string) => ({ name: 'Runbook', url });
  const long = `https://x.example/${x(limits.linkCharactersMax - 18)}`;

  const cases: readonly [object, object][] = [
    [{ name: x(limits.nameCharactersMax) }, { name: x(limits.nameCharactersMax + 1) }],
    [{ owner: x(limits.ownerCharactersMax) }, { owner: x(limits.ownerCharactersMax + 1) }],
    [
      { selector: x(limits.selectorCharactersMax) },
      { selector: x(limits.selectorCharactersMax + 1) },
    ],
    [{ tier: limits.tierMax }, { tier: limits.tierMax + 1 }],
    [{ tier: 1 }, { tier: 0 }],
    [
      { links: list(limits.linksMax, () => link('https://a.b')) },
      { links: list(limits.linksMax + 1, () => link('https://a.b')) },
    ],
    [{ links: [link(long)] }, { links: [link(`${long}x`)] }],
    [{ links: [link('http://wiki.local/a?b=c')] }, { links: [link('javascript:alert(1)')] }],
    [{ tags: list(limits.tagsMax, String) }, { tags: list(limits.tagsMax + 1, String) }],
    [{ tags: [x(limits.tagCharactersMax)] }, { tags: [x(limits.tagCharactersMax + 1)] }],
    [{ dependsOn: ids.slice(0, limits.dependenciesMax) }, { dependsOn: ids }],
    [{ selector: 'index=app service=a' }, { selector: 'service=(' }],
    [{ selector: '*' }, { selector: 'service=a | stats count' }],
    [{ selector: 'a OR b' }, { selector: 'service=a earliest=-1h' }],
    [{ selector: 'NOT a' }, { selector: 'service=[search x | return service]' }],
    [{ dependsOn: [] }, { dependsOn: ['svc_nobody'] }],
  ];
  for (const [good, bad] of cases) {
    assert.equal(await status(good), 201, JSON.stringify(good).slice(0, 80));
    assert.equal(await status(bad), 400, JSON.stringify(bad).slice(0, 80));
  }
});

test('a KPI is kept within its bounds, and refused beyond them', async (t) => {
  const access = await openAccess(t);
  const { call, addService } = startManaging(t, access);
  const { owner } = await access.newOrganization('enterprise');
  let serviceId = (await addService(owner)).id;
  let made = 0;
  const answerTo = async (body: object) => {
    made += 1;
    if (made % limits.kpisPerServiceMax === 0) {
      serviceId = (await addService(owner, { name: `service ${made}` })).id;
    }
    const whole = { ...A_KPI, serviceId, name: `kpi ${made}`, ...body };
    return call(`POST ${KPIS}`, { as: owner, body: whole });
  };
  const latency = { kind: 'aggregate', function: 'p95', field: 'ms' };
  const range = { measure: latency, better: 'range' };
  const free = { warning: null, critical: null };
  const objective = (slo: object) => ({ slo: { target: 99, ...slo } });

  const cases: readonly [object, object][] = [
    [{ name: x(limits.nameCharactersMax) }, { name: x(limits.nameCharactersMax + 1) }],
    [{ unit: x(limits.unitCharactersMax) }, { unit: x(limits.unitCharactersMax + 1) }],
    [{ delaySeconds: limits.delaySecondsMin }, { delaySeconds: limits.delaySecondsMin - 1 }],
    [{ delaySeconds: limits.delaySecondsMax }, { delaySeconds: limits.delaySecondsMax + 1 }],
    [{ everySeconds: 60 }, { everySeconds: 61 }],
    [{ minimumEvents: 0 }, { minimumEvents: -1 }],
    [{ minimumEvents: limits.minimumEventsMax }, { minimumEvents: limits.minimumEventsMax + 1 }],
    [{ importance: 1 }, { importance: 0 }],
    [{ importance: limits.importanceMax }, { importance: limits.importanceMax + 1 }],
    [{ critical: 100 }, { critical: 100.1 }],
    [{ warning: 0 }, { warning: -1 }],
    [
      { warning: 2, critical: 2 },
      { warning: 3, critical: 2 },
    ],
    [
      { better: 'higher', warning: 2, critical: 1 },
      { better: 'higher', warning: 1, critical: 2 },
    ],
    [
      { ...range, warning: [5, 6], critical: [1, 9] },
      { ...range, warning: [6, 5], critical: [1, 9] },
    ],
    [
      { ...range, warning: [1, 9], critical: [1, 9] },
      { ...range, warning: [0, 9], critical: [1, 9] },
    ],
    [
      { ...range, ...free, warning: [5, 6] },
      { ...range, ...free, warning: 5 },
    ],
    [
      { measure: latency, ...free, warning: 5 },
      { measure: latency, ...free, warning: [5, 6] },
    ],
    [{ measure: latency }, { measure: { ...latency, field: null } }],
    [
      { measure: { ...latency, field: x(limits.fieldCharactersMax) } },
      { measure: { ...latency, field: x(limits.fieldCharactersMax + 1) } },
    ],
    [{ measure: { ...latency, where: 'a=b' } }, { measure: { ...latency, where: 'a=b | head 1' } }],
    [{ measure: { kind: 'ratio', bad: 'a>=5' } }, { measure: { kind: 'ratio', bad: '((' } }],
    [
      { measure: { kind: 'query', query: '* | stats avg(a) AS value' } },
      { measure: { kind: 'query', query: '* | stats avg(a) AS b' } },
    ],
    [
      { measure: { kind: 'query', query: '* | stats sum(a) AS good, count AS total' } },
      { measure: { kind: 'query', query: '* | stats sum(a) AS good' } },
    ],
    [
      { measure: { kind: 'query', query: '* | stats count AS value' } },
      { measure: { kind: 'query', query: 'value=5' } },
    ],
    [
      { measure: { kind: 'query', query: '* | stats count AS value' } },
      { measure: { kind: 'query', query: 'earliest=-1h | stats count AS value' } },
    ],
    [
      { measure: { kind: 'query', query: '* | stats count AS value' } },
      { measure: { kind: 'query', query: '* | stats count AS value | outputlookup x' } },
    ],
    [objective({ target: limits.targetMin }), objective({ target: limits.targetMin - 0.1 })],
    [objective({ target: limits.targetMax }), objective({ target: 100 })],
    [objective({ windowDays: 90 }), objective({ windowDays: 91 })],
    [
      { ...objective({ kind: 'timeslices' }), measure: latency },
      { ...objective({}), measure: latency },
    ],
    [objective({ kind: 'timeslices' }), { ...objective({ kind: 'timeslices' }), ...free }],
    [{}, { serviceId: 5 }],
    [{}, { unknown: 5 }],
  ];
  for (const [good, bad] of cases) {
    const kept = await answerTo(good);
    const refused = await answerTo(bad);
    assert.equal(kept.status, 201, `${JSON.stringify(good).slice(0, 80)}: ${kept.text}`);
    assert.equal(refused.status, 400, JSON.stringify(bad).slice(0, 80));
  }
  const condition = { measure: { kind: 'ratio', bad: x(limits.selectorCharactersMax + 1) } };
  assert.equal((await answerTo(condition)).status, 400);
  const where = await answerTo({ measure: { kind: 'ratio', bad: '((' } });
  assert.deepEqual(
    [where.body.code, where.body['details'] !== undefined],
    ['QUERY_SYNTAX_ERROR', true],
  );
});

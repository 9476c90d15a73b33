/** What receivers get in each format: whoever parses it relies on every field. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HashedEntry } from '../../../contract/audit-chain.ts';
import { AUDIT_STREAM_FORMATS } from '../../../spec/audit-streams.ts';
import { contentOf, requestOf, testContent } from '../compose-request.ts';
import { writeCef } from './cef.ts';
import { writeOcsf } from './ocsf.ts';

const ENTRY: HashedEntry = {
  seq: 7,
  timestamp: '2026-11-15T08:30:00.250Z',
  actor: 'ada@example.com',
  action: 'alert_rule.updated',
  resource: 'alr_1|x',
  resource_type: 'alert_rule',
  ip_address: '192.0.2.7',
  user_agent: 'curl=8\n7',
  details: { name: 'a=b\\c' },
  hash: 'h7',
};

test('an entry is one line of CEF, with every special character escaped', () => {
  assert.equal(
    writeCef(ENTRY),
    'CEF:0|Xplain|Xplain|1|alert_rule.updated|alert_rule.updated alr_1\\|x|3|' +
      'rt=1794731400250 externalId=7 act=alert_rule.updated outcome=success suser=ada@example.com ' +
      'src=192.0.2.7 requestClientApplication=curl\\=8\\n7 cs1Label=resource cs1=alr_1|x ' +
      'cs2Label=resource_type cs2=alert_rule cs3Label=details cs3={"name":"a\\=b\\\\\\\\c"} cs4Label=hash cs4=h7',
  );
  const failed = {
    ...ENTRY,
    action: 'user.login_failed',
    ip_address: '2001:db8::1',
    user_agent: '',
  };
  assert.match(
    writeCef(failed),
    /\|6\|rt=\d+ .*outcome=failure .*c6a2Label=Source IPv6 Address c6a2=2001:db8::1 cs1Label/,
  );
  assert.doesNotMatch(writeCef({ ...ENTRY, ip_address: '' }), / src=|c6a2/);
});

test('an entry is an event of OCSF 1.3', () => {
  assert.deepEqual(writeOcsf(ENTRY), {
    category_uid: 3,
    class_uid: 3004,
    activity_id: 3,
    type_uid: 300403,
    time: 1794731400250,
    severity_id: 1,
    status_id: 1,
    message: 'alert_rule.updated alr_1|x by ada@example.com',
    metadata: {
      version: '1.3.0',
      product: { name: 'Xplain', vendor_name: 'Xplain' },
      log_name: '_audit',
      log_version: '1',
      event_code: 'alert_rule.updated',
      sequence: 7,
      original_time: '2026-11-15T08:30:00.250Z',
    },
    actor: { user: { name: 'ada@example.com', email_addr: 'ada@example.com' } },
    entity: { uid: 'alr_1|x', type: 'alert_rule', data: { name: 'a=b\\c' } },
    src_endpoint: { ip: '192.0.2.7' },
    http_request: { user_agent: 'curl=8\n7' },
    unmapped: { hash: 'h7' },
  });
  const typeOf = (action: string) =>
    (writeOcsf({ ...ENTRY, action }) as { type_uid: number }).type_uid;
  assert.deepEqual(
    [
      'api_key.created',
      'log.exported',
      'member.role_changed',
      'member.removed',
      'api_key.revoked',
      'alert.acknowledged',
    ].map(typeOf),
    [300401, 300402, 300403, 300404, 300404, 300499],
  );
  assert.deepEqual(
    [
      'user.login_succeeded',
      'user.login_failed',
      'user.oauth_login_succeeded',
      'user.signed_out',
      'user.sessions_ended',
    ].map(typeOf),
    [300201, 300201, 300201, 300202, 300202],
  );
  assert.partialDeepStrictEqual(
    writeOcsf({
      ...ENTRY,
      action: 'user.login_failed',
      actor: 'key_1',
      ip_address: '',
      user_agent: '',
    }),
    {
      status_id: 2,
      severity_id: 3,
      user: { name: 'key_1' },
      unmapped: { resource: 'alr_1|x', details: { name: 'a=b\\c' }, hash: 'h7' },
    },
  );
});

test('a collector of Splunk gets one event after the other, and its token', () => {
  const secret = { url: 'https://splunk.example.com/services/collector/event', key: 'tok' };
  for (const format of AUDIT_STREAM_FORMATS) {
    const stream = { id: 'aud_1', kind: 'splunk', format } as const;
    const content = contentOf(stream, {
      entries: [ENTRY, { ...ENTRY, seq: 8 }],
      previousHash: 'h6',
    });
    const events = content.body
      .split('\n')
      .map((line) => JSON.parse(line) as { event: unknown; time: number });
    assert.equal(content.id, 'aud_1:7-8');
    assert.deepEqual(Object.keys(events[0] ?? {}), ['time', 'source', 'sourcetype', 'event']);
    assert.equal(events[0]?.time, 1794731400.25);
    const expected = { json: ENTRY, ocsf: writeOcsf(ENTRY), cef: writeCef(ENTRY) }[format];
    assert.deepEqual([events.length, events[0].event], [2, expected]);
    const { headers } = requestOf(stream, secret, content, 0);
    assert.deepEqual(headers, { 'content-type': 'application/json', authorization: 'Splunk tok' });
    assert.partialDeepStrictEqual(JSON.parse(testContent(stream, 'req_1', 'now').body), {
      sourcetype: 'xplain:audit',
      event: { type: 'audit.test', stream: 'aud_1' },
    });
  }
});

test('a webhook gets CEF as lines, and OCSF in the same envelope as JSON', () => {
  const batch = { entries: [ENTRY], previousHash: 'h6' };
  const cef = contentOf({ id: 'aud_1', kind: 'webhook', format: 'cef' }, batch);
  assert.deepEqual([cef.type, cef.body], ['text/plain; charset=utf-8', `${writeCef(ENTRY)}\n`]);
  const ocsf = contentOf({ id: 'aud_1', kind: 'webhook', format: 'ocsf' }, batch);
  assert.deepEqual(JSON.parse(ocsf.body), {
    type: 'audit.entries',
    stream: 'aud_1',
    from: 7,
    to: 7,
    previousHash: 'h6',
    format: 'ocsf',
    entries: [writeOcsf(ENTRY)],
  });
});

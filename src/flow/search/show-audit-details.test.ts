import assert from 'node:assert/strict';
import { test } from 'node:test';
import { showAuditDetails } from './show-audit-details.ts';

const COLUMNS = [
  { name: 'details', type: 'text' as const },
  { name: 'event', type: 'text' as const },
];
const TEXT = '{"role":"admin"}';

const CASES: readonly [row: Record<string, unknown>, isAudit: boolean, details: unknown][] = [
  [{ _index: '_audit', details: TEXT }, false, { role: 'admin' }],
  [{ details: TEXT }, true, { role: 'admin' }],
  [{ _index: 'main', details: TEXT }, false, TEXT],
  [{ _index: '_audit', details: '{"role":' }, false, '{"role":'],
  [{ _index: '_audit', details: '[1]' }, false, '[1]'],
  [{ _index: '_audit', details: 5 }, true, 5],
  [{ _index: '_audit' }, true, undefined],
];

for (const [row, isAudit, details] of CASES) {
  test(`${JSON.stringify(row)} shows ${JSON.stringify(details)}${isAudit ? ' of the audit log' : ''}`, () => {
    const shown = showAuditDetails({ columns: [...COLUMNS], rows: [{ ...row }] }, isAudit);

    const isObject = typeof details === 'object';
    assert.deepEqual(shown.rows[0]?.['details'], details);
    assert.deepEqual(shown.columns, [
      { name: 'details', type: isObject ? 'any' : 'text' },
      { name: 'event', type: 'text' },
    ]);
  });
}

test('rows behind one that stays as it is are looked at as well', () => {
  const rows = [
    { _index: 'main', details: TEXT },
    { _index: '_audit', details: 'x' },
    { _index: '_audit', details: TEXT },
  ];

  assert.deepEqual(
    showAuditDetails({ columns: [], rows }, false).rows.map(({ details }) => details),
    [TEXT, 'x', { role: 'admin' }],
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deviceName } from './device-name.ts';

test('the usual browsers and systems are recognised', () => {
  const chrome =
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0.0.0 Safari/537.36';
  const iphone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';
  assert.equal(deviceName(chrome), 'Chrome on Linux');
  assert.equal(deviceName(iphone), 'Safari on iOS');
  assert.equal(deviceName(`${chrome} Edg/149.0.0.0`), 'Edge on Linux');
  assert.equal(deviceName('curl/8.7.1'), 'curl');
});

test('what says nothing known is shown as it is, shortened', () => {
  assert.equal(deviceName('my-script'), 'my-script');
  assert.equal(deviceName('x'.repeat(200)).length, 60);
  assert.equal(deviceName(null), 'Unknown device');
});

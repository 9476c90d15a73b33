# A test runner of our own with the output style of browser test tools.
cat > run.mjs <<'T'
import assert from 'node:assert/strict';
const suites = { 'Search box': { 'suggests recent queries': () => assert.equal(1, 1), 'ignores case': () => assert.equal('A'.toLowerCase(), 'a'), 'highlights matches': () => assert.match('abc', /x/), 'works offline': 'skip' }, 'Profile page': { 'shows the avatar': () => {}, 'saves the phone number': () => { throw new TypeError('phone is undefined'); }, 'rejects a weak password': () => assert.throws(() => { throw new Error('weak'); }), 'exports data as CSV': 'skip', 'logs out after an hour': () => {} } };
const fails = []; let pass = 0; let skip = 0;
for (const [suite, cases] of Object.entries(suites)) { console.log(`  ${suite}`); for (const [name, fn] of Object.entries(cases)) { if (fn === 'skip') { skip += 1; console.log(`    - ${name} (pending)`); continue; } try { fn(); pass += 1; console.log(`    ✓ ${name}`); } catch (e) { fails.push([suite, name, e]); console.log(`    ${fails.length}) ${name} FAILED`); } } }
console.log(`  ${pass} passing (12ms)`); console.log(`  ${skip} pending`); console.log(`  ${fails.length} failing`);
fails.forEach(([s, n, e], i) => console.log(`  ${i + 1}) ${s} ${n}: ${e.name}: ${e.message.split('\n')[0]}`));
console.log(`coverage: 81.4% of lines, threshold 90% not reached`); console.log('report written to coverage/index.html');
T
node run.mjs

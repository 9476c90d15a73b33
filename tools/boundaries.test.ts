import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { test } from 'node:test';
import {
  CALLERS,
  checkBoundaries,
  FOLDERS,
  HOMES,
  NEIGHBOURS,
  PORT_FILES,
  RULES,
  type Rule,
} from './boundaries.ts';
import { findCycles } from './find-cycles.ts';
import { waysOut } from './ways-out.ts';

const folders = Object.keys(FOLDERS);
const isFree = (folder: string): boolean => folder === 'test' || folder === 'tools';
const isPages = (folder: string): boolean => FOLDERS[folder]?.entry === 'page';
const proven = new Set<Rule>();

/** The rules that one import in one file breaks. */
function rulesBroken(file: string, statement: string): Rule[] {
  const rules = checkBoundaries(new Map([[file, statement]])).map((each) => each.rule);
  for (const rule of rules) proven.add(rule);
  return rules;
}

/** A relative import of `target`, as `file` would write it. */
function importOf(file: string, target: string): string {
  const up = '../'.repeat(file.split('/').length - 1);
  return `import { x } from '${up === '' ? './' : up}${target}';`;
}

/** A file deep enough in the folder to be an ordinary one. */
function fileIn(folder: string): string {
  if (folder.endsWith('.ts')) return folder;
  switch (FOLDERS[folder]?.entry) {
    case 'room':
      return `${folder}/some-room/verb.ts`;
    case 'port':
      return `${folder}/queue/lmdb/segment.ts`;
    case 'page':
      return `${folder}/some-room/part.ts`;
    default:
      return `${folder}/thing.ts`;
  }
}

/** The file by which others enter the folder. */
function entryOf(folder: string): string {
  if (folder.endsWith('.ts')) return folder;
  switch (FOLDERS[folder]?.entry) {
    case 'room':
      return `${folder}/other-room/index.ts`;
    case 'port':
      return `${folder}/counters/counters.ts`;
    case 'page':
      return `${folder}/other-room/other-page.tsx`;
    default:
      return `${folder}/other.ts`;
  }
}

for (const from of folders) {
  const file = fileIn(from);
  for (const to of folders.filter((folder) => folder !== from)) {
    const isSeen = FOLDERS[from]?.sees.includes(to) ?? false;
    const isPageOfAnother = isPages(from) && isPages(to);
    const rule = to === 'test' ? 'test' : isPageOfAnother ? 'page' : 'sees';
    const expected = isSeen || isFree(from) ? [] : [rule];
    test(`${from} ${isSeen ? 'sees' : 'does not see'} ${to}`, () => {
      assert.deepEqual(rulesBroken(file, importOf(file, entryOf(to))), expected);
    });
  }

  test(`${from} sees itself, and so does its test`, () => {
    const near = from === file ? file : file.replace(/\w+\.ts$/, 'near.ts');
    const itsTest = file.replace(/\.ts$/, '.test.ts');
    assert.deepEqual(rulesBroken(itsTest, importOf(itsTest, near)), []);
    if (near !== file) assert.deepEqual(rulesBroken(file, importOf(file, near)), []);
  });
}

for (const folder of folders.filter((each) => FOLDERS[each]?.inBrowser)) {
  const file = isPages(folder) ? `${folder}/some-room/x.ts` : `${folder}/x.ts`;

  test(`${folder} runs in the browser, so it imports nothing of Node; its tests may`, () => {
    assert.deepEqual(rulesBroken(file, `import { join } from 'node:path';`), ['browser']);
    assert.deepEqual(rulesBroken(file, `import { join } from 'path';`), ['browser']);
    assert.deepEqual(
      rulesBroken(file.replace('.ts', '.test.ts'), `import { test } from 'node:test';`),
      [],
    );
  });
}

for (const folder of folders.filter((each) => FOLDERS[each]?.entry === 'room')) {
  const room = `${folder}/some-room`;
  const outsiders = folders.filter((each) => FOLDERS[each]?.sees.includes(folder) && !isFree(each));

  test(`a room of ${folder} is entered through index.ts alone`, () => {
    for (const outsider of outsiders) {
      const file = fileIn(outsider);
      assert.deepEqual(rulesBroken(file, importOf(file, `${room}/index.ts`)), []);
      assert.deepEqual(rulesBroken(file, importOf(file, `${room}/verb.ts`)), ['entry']);
      assert.deepEqual(rulesBroken(file, importOf(file, `${room}/deep/index.ts`)), ['entry']);
      assert.deepEqual(
        rulesBroken(file, importOf(file, `${room}/room.ts`)),
        outsider === 'src/compose' ? [] : ['room'],
      );
    }
  });

  test(`rooms of ${folder} do not see each other`, () => {
    const file = `${room}/verb.ts`;
    assert.deepEqual(rulesBroken(file, importOf(file, `${folder}/b/index.ts`)), ['neighbour']);
    assert.deepEqual(rulesBroken(file, importOf(file, `${folder}/b/verb.ts`)), ['neighbour']);
  });

  test(`a file of ${folder} outside any room is refused`, () => {
    assert.deepEqual(rulesBroken(`${folder}/stray.ts`, ''), ['map']);
  });
}

for (const folder of folders.filter(isPages)) {
  const page = `${folder}/some-room/some-page.tsx`;

  test(`pages of ${folder} never import each other, nor parts of each other`, () => {
    for (const other of folders.filter(isPages)) {
      for (const file of ['other-page.tsx', 'part.tsx', 'deep/part.ts']) {
        const target = `${other}/other-room/${file}`;
        assert.deepEqual(rulesBroken(page, importOf(page, target)), ['page'], target);
      }
    }
    assert.deepEqual(rulesBroken(page, `import { x } from './deep/part.tsx';`), []);
  });

  test(`the router opens a page of ${folder} by its file, and nothing else of it`, () => {
    const router = 'web/src/router.tsx';
    assert.deepEqual(rulesBroken(router, importOf(router, page)), []);
    assert.deepEqual(rulesBroken(router, importOf(router, `${folder}/some-room/part.tsx`)), [
      'page',
    ]);
  });

  test(`a file of ${folder} outside any page is refused`, () => {
    assert.deepEqual(rulesBroken(`${folder}/stray.ts`, ''), ['map']);
  });
}

test('what pages share knows no page, and a chart knows neither shell nor query', () => {
  for (const room of ['query', 'charts', 'data', 'parts', 'sign-in', 'shell']) {
    const file = `web/src/${room}/deep/part.tsx`;
    for (const target of ['pages/search/page-context.tsx', 'pages/settings/usage/usage-page.tsx']) {
      assert.deepEqual(rulesBroken(file, importOf(file, `web/src/${target}`)), ['sees'], file);
    }
  }
  const chart = 'web/src/charts/plot.tsx';
  assert.deepEqual(rulesBroken(chart, importOf(chart, 'web/src/shell/signed-in.tsx')), ['sees']);
  assert.deepEqual(rulesBroken(chart, importOf(chart, 'web/src/query/read/read-search.ts')), [
    'sees',
  ]);
  assert.deepEqual(rulesBroken('web/src/pages/search/view.tsx', `import 'uplot';`), ['home']);
});

for (const [room, neighbours] of Object.entries(NEIGHBOURS)) {
  test(`${room} sees its listed neighbours through their entry`, () => {
    for (const neighbour of neighbours) {
      const file = `${room}/verb.ts`;
      assert.deepEqual(rulesBroken(file, importOf(file, `${neighbour}/index.ts`)), []);
      assert.deepEqual(rulesBroken(file, importOf(file, `${neighbour}/verb.ts`)), ['entry']);
      const back = `${neighbour}/verb.ts`;
      assert.deepEqual(rulesBroken(back, importOf(back, `${room}/index.ts`)), ['neighbour']);
    }
  });
}

test('features never become neighbours', () => {
  const rooms = Object.entries(NEIGHBOURS).flat(2);
  assert.deepEqual(
    rooms.filter((room) => room.startsWith('src/features/')),
    [],
  );
});

test('an engine shows its port, and more only where that is listed', () => {
  for (const file of ['src/flow/search/run.ts', 'src/engines/schedule/lease/hold.ts']) {
    assert.deepEqual(rulesBroken(file, importOf(file, 'src/engines/mail/mail.ts')), []);
    assert.deepEqual(rulesBroken(file, importOf(file, 'src/engines/mail/smtp/send.ts')), ['port']);
    assert.deepEqual(rulesBroken(file, importOf(file, 'src/engines/mail/other.ts')), ['port']);
    assert.deepEqual(rulesBroken(file, importOf(file, 'src/engines/mail/open-mail.ts')), ['open']);
    for (const [engine, names] of Object.entries(PORT_FILES)) {
      for (const name of names) {
        assert.deepEqual(rulesBroken(file, importOf(file, `src/engines/${engine}/${name}`)), []);
      }
    }
  }
});

test('compose/ opens engines, but knows no implementation', () => {
  const file = 'src/compose/start-platform.ts';
  assert.deepEqual(rulesBroken(file, importOf(file, 'src/engines/mail/open-mail.ts')), []);
  assert.deepEqual(rulesBroken(file, importOf(file, 'src/engines/mail/smtp/send.ts')), ['port']);
});

test('an engine loads its implementation late, and only in open-….ts', () => {
  const opener = 'src/engines/mail/open-mail.ts';
  assert.deepEqual(rulesBroken(opener, `await import('./smtp/send.ts');`), []);
  assert.deepEqual(rulesBroken(opener, `import type { A } from './smtp/send.ts';`), []);
  assert.deepEqual(rulesBroken(opener, `import { type A } from './smtp/send.ts';`), []);
  assert.deepEqual(rulesBroken(opener, `import { a } from './smtp/send.ts';`), ['lazy']);
  assert.deepEqual(rulesBroken(opener, `export { a } from './smtp/send.ts';`), ['lazy']);
  assert.deepEqual(
    rulesBroken('src/engines/mail/mail.ts', `import type { A } from './smtp/send.ts';`),
    ['lazy'],
  );
  assert.deepEqual(
    rulesBroken('src/engines/store/store.ts', `import { a } from './schema/logs.ts';`),
    [],
  );
  assert.deepEqual(
    rulesBroken('src/engines/mail/smtp/send.ts', `import { a } from '../mail.ts';`),
    [],
  );
});

for (const [name, homes] of Object.entries(HOMES)) {
  test(`${name} is imported at home only`, () => {
    for (const home of homes) {
      const file = home
        .replaceAll('/**/', '/flow/some-room/')
        .replace('/**', '/some-file.ts')
        .replace('/*', '/some');
      assert.deepEqual(rulesBroken(file, `import { x } from '${name}';`), [], file);
    }
    assert.deepEqual(rulesBroken('src/flow/search/run.ts', `import '${name}';`), ['home']);
    assert.deepEqual(rulesBroken('cli/main.ts', `await import('${name}');`), ['home']);
    assert.deepEqual(rulesBroken('src/guard/a/b.ts', `export * from '${name}';`), ['home']);
    assert.deepEqual(rulesBroken('src/guard/a/b.ts', `import type { x } from '${name}/deep';`), [
      'home',
    ]);
  });
}

test('a package without a home is refused, but for tests and tools of the whole', () => {
  assert.deepEqual(rulesBroken('tools/x.ts', `import x from 'left-pad';`), []);
  assert.deepEqual(rulesBroken('test/x.ts', `import x from 'fastify';`), []);
  assert.deepEqual(rulesBroken('src/http/app.ts', `import x from 'left-pad';`), ['unlisted']);
  assert.deepEqual(rulesBroken('src/http/app.ts', `import x from '@a/b/c';`), ['unlisted']);
});

test('what is for tests stays out of the product', () => {
  const file = 'src/flow/search/run.ts';
  assert.deepEqual(rulesBroken(file, `import { x } from './run.test.ts';`), ['test']);
  assert.deepEqual(rulesBroken(file, importOf(file, 'src/engines/queue/queue.suite.ts')), ['test']);
  assert.deepEqual(rulesBroken(file, importOf(file, 'test/support/clock.ts')), ['test']);
});

test('limits that an operator may set are handed in, never imported', () => {
  const target = 'src/spec/defaults.ts';
  for (const file of [
    'src/spec/limits.ts',
    'src/contract/search.ts',
    'src/compose/node.ts',
    'src/flow/search/run.ts',
    'web/src/page.tsx',
  ]) {
    const written = importOf(file, target);
    assert.deepEqual(rulesBroken(file, written), ['settable'], file);
    assert.deepEqual(rulesBroken(file, written.replace('import', 'export')), ['settable'], file);
    assert.deepEqual(rulesBroken(file, written.replace('import', 'import type')), [], file);
  }
  for (const file of ['src/config/variables.ts', 'src/flow/search/run.test.ts', 'tools/x.ts']) {
    assert.deepEqual(rulesBroken(file, importOf(file, target)), [], file);
  }
  const file = 'src/flow/search/run.ts';
  assert.deepEqual(rulesBroken(file, importOf(file, 'src/spec/limits/http.ts')), []);
});

test('tests use what supports them, suites and real engines', () => {
  const file = 'src/flow/search/run.test.ts';
  for (const target of [
    'test/support/programs/require-program.ts',
    'src/engines/queue/queue.suite.ts',
    'src/engines/queue/memory/open.ts',
    'src/engines/queue/open-queue.ts',
    'src/flow/search/verb.ts',
  ]) {
    assert.deepEqual(rulesBroken(file, importOf(file, target)), [], target);
  }
  assert.deepEqual(rulesBroken(file, importOf(file, 'src/flow/writer/verb.ts')), ['neighbour']);
  assert.deepEqual(rulesBroken(file, importOf(file, 'src/config/config.ts')), ['sees']);
});

test('a file or import outside the map is refused', () => {
  assert.deepEqual(rulesBroken('src/utils/x.ts', ''), ['map']);
  assert.deepEqual(rulesBroken('src/base/x.ts', `import { a } from '../../../other/a.ts';`), [
    'map',
  ]);
});

test('circles are found, of types too', () => {
  const sources = new Map([
    ['src/base/a.ts', `import { b } from './b.ts';`],
    ['src/base/b.ts', `import type { C } from './c.ts';`],
    ['src/base/c.ts', `export { a } from './a.ts';`],
    ['src/base/d.ts', `import { a } from './a.ts';`],
  ]);

  const violations = checkBoundaries(sources);

  assert.deepEqual(
    violations.map(({ rule, imported }) => [rule, imported]),
    [['cycle', 'src/base/b.ts → src/base/c.ts → src/base/a.ts']],
  );
  proven.add('cycle');
});

test('the map itself has no circles', () => {
  const graph = new Map(
    Object.entries(FOLDERS)
      .filter(([name]) => !isFree(name))
      .map(([name, { sees }]) => [name, sees]),
  );
  assert.deepEqual(findCycles(graph), []);
  assert.deepEqual(findCycles(new Map(Object.entries(NEIGHBOURS))), []);
});

test('a computed import cannot slip through', () => {
  assert.deepEqual(rulesBroken('src/base/a.ts', 'await import(name);'), ['computed']);
  assert.deepEqual(rulesBroken('test/a.test.ts', 'await import(name);'), []);
});

test('addresses are called where that is listed, and nowhere else in the server', () => {
  const ways = [
    `import { request } from 'node:https';`,
    `import { request as call } from 'node:http';`,
    `import { get } from 'http';`,
    `import https from 'node:https';`,
    `import * as net from 'node:net';`,
    `import { connect } from 'node:net';`,
    `import { type Server, Socket } from 'node:net';`,
    `import { connect } from 'node:tls';`,
    `import { connect } from 'node:http2';`,
    `import { createSocket } from 'node:dgram';`,
    `export { request } from 'node:https';`,
    `await import('node:https');`,
    `await fetch('https://example.com');`,
    `await globalThis.fetch(url);`,
    `new WebSocket(url);`,
    `new EventSource(url);`,
  ];
  for (const way of ways) {
    for (const file of ['src/features/a/send.ts', 'src/flow/b/c.ts', 'src/compose/d.ts']) {
      assert.deepEqual(rulesBroken(file, way), ['outward'], way);
    }
    for (const caller of CALLERS) assert.deepEqual(rulesBroken(caller, way), [], way);
    assert.deepEqual(rulesBroken('src/features/a/send.test.ts', way), [], way);
    assert.deepEqual(rulesBroken('cli/call.ts', way), [], way);
  }
});

test('whoever is listed as a caller calls', () => {
  const root = dirname(import.meta.dirname);
  for (const file of CALLERS) {
    assert.ok(waysOut(file, readFileSync(`${root}/${file}`, 'utf8')).length > 0, file);
  }
});

test('what only listens, reads addresses or carries a name opens no connection', () => {
  for (const harmless of [
    `import { createServer } from 'node:http';`,
    `import type { ClientRequest, request } from 'node:http';`,
    `import { isIP, BlockList } from 'node:net';`,
    `// fetch(url)`,
    `const text = 'fetch(url)';`,
    `needs.fetch(url); refetch(); const fetch_ = 1;`,
  ]) {
    assert.deepEqual(rulesBroken('src/flow/b/c.ts', harmless), [], harmless);
  }
});

// Stands last: a rule that no wrong import above has broken is a rule nobody has seen working.
test('every rule has been broken once', () => {
  assert.deepEqual(
    Object.keys(RULES).filter((rule) => !proven.has(rule as Rule)),
    [],
  );
});

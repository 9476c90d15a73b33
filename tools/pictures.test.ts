import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { newDataFolder } from '../test/support/programs/start-app.ts';
import { markPictures, pictureFile, stalePictures } from './pictures.ts';

const ALL = stalePictures('/nowhere');
const OF_THE_APP = ALL.filter((name) => name !== 'status');

test('a picture is stale when its page or the navigation has changed, or when it is another one', async (t) => {
  const root = await newDataFolder(t);
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  };
  write('web/src/shell/places.ts', 'Search, Alerts');
  write('web/src/pages/evaluate/evaluate-page.tsx', 'Evaluate');
  for (const name of ALL) write(pictureFile(name, ''), name);

  assert.deepEqual(stalePictures(root), ALL, 'nobody has said what they were made from');
  markPictures(ALL, root);
  assert.deepEqual(stalePictures(root), []);

  write('web/src/pages/evaluate/evaluate-page.tsx', 'Evaluate logs');
  assert.deepEqual(stalePictures(root), ['evaluate']);
  write('web/src/shell/places.ts', 'Search, Incidents');
  assert.deepEqual(stalePictures(root), OF_THE_APP);
  markPictures(OF_THE_APP, root);
  write('web/src/shell/places.test.ts', 'tests are not shown');
  assert.deepEqual(stalePictures(root), []);

  writeFileSync(pictureFile('search', root), 'another one');
  assert.deepEqual(stalePictures(root), ['search']);
});

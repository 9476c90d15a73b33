import { describe } from 'node:test';
import { systemClock } from '../../base/clock.ts';
import { silentLog } from '../../base/log.ts';
import { newTestDatabase, newTestFile } from '../../../test/support/open-test-metadata.ts';
import { openMetadata } from '../metadata/open-metadata.ts';
import { dueSuite } from './due.suite.ts';

const needs = { clock: systemClock, log: silentLog };

describe('on SQLite', () => {
  dueSuite(async (t) => {
    const place = await newTestFile(t);
    return () => openMetadata(needs, place);
  });
});

describe('on PostgreSQL', () => {
  dueSuite(async (t) => {
    const place = await newTestDatabase(t);
    return place && (() => openMetadata(needs, place));
  });
});

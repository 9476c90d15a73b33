import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { rowsFolder } from '../child/engine-of-folder.ts';
import { supervisedStoreSuite } from '../child/supervised-store.suite.ts';
import { openDuckdbStore } from './open-duckdb-store.ts';

supervisedStoreSuite('DuckDB in a process of ours', {
  engine: 'duckdb',
  open: openDuckdbStore,
  async makeNewer(directory) {
    const folder = rowsFolder(directory, 'duckdb');
    const name = readdirSync(folder).find((each) => each.endsWith('.duckdb')) ?? '';
    const instance = await DuckDBInstance.create(join(folder, name));
    const connection = await instance.connect();
    await connection.run('INSERT INTO schema_versions VALUES (1000)');
    connection.closeSync();
    instance.closeSync();
  },
});

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { HOUR_MS } from '../../../spec/units.ts';
import { rowsFolder } from '../child/engine-of-folder.ts';
import { supervisedStoreSuite } from '../child/supervised-store.suite.ts';
import { openSegmentStore } from './open-segment-store.ts';

supervisedStoreSuite('segments', {
  engine: 'segments',
  ownerFile: 'lock.owner',
  insertsAlone: true,
  deletesAlone: true,
  // A test that kills the engine needs one.
  open: (needs, directory) =>
    openSegmentStore(needs, directory, { unaskedMs: HOUR_MS, askedMs: HOUR_MS }),
  async makeNewer(directory) {
    const folder = rowsFolder(directory, 'segments');
    const name = readdirSync(folder).find((each) => each.endsWith('.parquet')) ?? '';
    const bytes = readFileSync(join(folder, name));
    const at = bytes.lastIndexOf('XPINDEX');
    bytes.write('9', at + 'XPINDEX'.length);
    bytes.writeUInt32LE(crc32(bytes.subarray(at, at + 28)), at + 28);
    writeFileSync(join(folder, name), bytes);
  },
});

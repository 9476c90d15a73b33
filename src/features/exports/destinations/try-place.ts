import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { newId } from '../../../base/ids.ts';
import { ObjectsError } from '../../../engines/objects/objects.ts';
import { LIMITS } from '../../../spec/limits.ts';
import type { Place } from '../destinations-port.ts';

const CONTENT = 'Test file of a scheduled export. You can delete it.\n';

/** Writes a small file, reads it back and removes it; throws the error that prevents this. */
export async function tryPlace(
  { files, nameOf }: Pick<Place, 'files' | 'nameOf'>,
  signal: AbortSignal,
  msMax: number = LIMITS.exports.testMsMax,
): Promise<void> {
  const name = nameOf(`export-test/${newId('request')}.txt`);
  const late = AbortSignal.timeout(msMax);
  const bounded = AbortSignal.any([signal, late]);
  try {
    await files.write(name, Readable.from([Buffer.from(CONTENT)]), { signal: bounded });
    const found = await files.read(name);
    if (found === undefined || (await text(found.content)) !== CONTENT) {
      throw new ObjectsError('altered');
    }
    await files.remove(name);
  } catch (error) {
    const isLate = error instanceof ObjectsError && error.code === 'stopped' && late.aborted;
    throw isLate ? new ObjectsError('timed_out', error) : error;
  }
}

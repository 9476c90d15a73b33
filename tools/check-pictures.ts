/**
 * Holds the pictures of the README against the pages they show.
 *
 *   node tools/check-pictures.ts           fails when a page has changed since its picture was made
 *   node tools/check-pictures.ts --keep    after a change that no picture shows: they stay as they are
 */
import { markPictures, stalePictures } from './pictures.ts';

const stale = stalePictures();
if (process.argv.includes('--keep')) markPictures(stale);
else if (stale.length > 0) {
  process.stderr.write(
    `Pages have changed since these pictures were made: ${stale.join(', ')}.\n` +
      `Run node tools/screenshots.ts ${stale.join(' ')} and look at them; ` +
      'node tools/check-pictures.ts --keep when nothing of the change shows.\n',
  );
  process.exitCode = 1;
}

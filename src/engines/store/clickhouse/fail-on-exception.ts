import { Transform } from 'node:stream';
import type { IncomingMessage } from 'node:http';
import type { EngineFault } from './engine-errors.ts';
import { exceptionMarker, readException } from './exception-marker.ts';

/** More than the engine writes after its marker. */
const HELD_BYTES_MAX = 64 * 1024;

/**
 * The answer without what the engine writes into it when it fails half-way. It ends only when the answer
 * is whole, else it is destroyed with the error.
 */
export function failOnException(
  response: IncomingMessage,
  describe: (fault: EngineFault) => Error,
  describeBreak: (cause: unknown) => Error,
): Transform {
  const marker = exceptionMarker(response);
  let held: Buffer = Buffer.alloc(0);
  let fault: Buffer | undefined;
  const checked = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (fault !== undefined) {
        if (fault.length < HELD_BYTES_MAX) fault = Buffer.concat([fault, chunk]);
        done();
        return;
      }
      const all = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
      const at = marker === undefined ? -1 : all.indexOf(marker);
      if (at >= 0) {
        fault = all.subarray(at);
        held = Buffer.alloc(0);
        done(null, all.subarray(0, at));
        return;
      }
      // The marker may be cut in two by the network.
      const end = marker === undefined ? all.length : startOfCut(marker, all);
      held = all.subarray(end);
      done(null, all.subarray(0, end));
    },
    flush(done) {
      if (fault !== undefined) done(describe(readException(fault)));
      else done(null, held);
    },
  });
  response.on('error', (error) => {
    checked.destroy(fault === undefined ? describeBreak(error) : describe(readException(fault)));
  });
  checked.on('close', () => response.destroy());
  return response.pipe(checked);
}

/** Start of a marker that may continue in the next piece; the end of the piece if there is none. */
function startOfCut(marker: Buffer, piece: Buffer): number {
  let at = Math.max(0, piece.length - marker.length + 1);
  while (at < piece.length && !marker.subarray(0, piece.length - at).equals(piece.subarray(at))) {
    at += 1;
  }
  return at;
}

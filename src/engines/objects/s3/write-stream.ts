import type { Readable } from 'node:stream';
import { invalid } from '../../../base/errors.ts';
import { ObjectsError, type WriteHow } from '../objects.ts';
import type { Bucket } from './bucket.ts';
import { findObject } from './find-object.ts';
import { checkStored, putObject } from './put-object.ts';
import { abortParts, beginParts, completeParts, sendPart, type SentPart } from './send-parts.ts';

/** Sends what can be read once: in one request when it is small, else in parts that are taken back when it fails. */
export async function writeStream(
  bucket: Bucket,
  name: string,
  content: Readable,
  how: WriteHow,
): Promise<{ readonly bytes: number }> {
  const { bytesMax, partBytes } = bucket.limits;
  const pieces = piecesOf(content, partBytes, bytesMax)[Symbol.asyncIterator]();
  const first = await pieces.next();
  const body = first.done === true ? new Uint8Array() : first.value;
  const second = await pieces.next();
  if (second.done === true) {
    await putObject(bucket, name, body, how);
    return { bytes: body.byteLength };
  }
  if (how.ifAbsent === true && (await findObject(bucket, name, how.signal)) !== undefined) {
    throw new ObjectsError('exists');
  }
  return sendPieces(bucket, name, [body, second.value], { pieces, how });
}

async function sendPieces(
  bucket: Bucket,
  name: string,
  begun: readonly Uint8Array[],
  { pieces, how }: { readonly pieces: AsyncIterator<Uint8Array>; readonly how: WriteHow },
): Promise<{ readonly bytes: number }> {
  const upload = await beginParts(bucket, name, how.signal, how);
  const parts = new Map<number, SentPart>();
  let bytes = 0;
  const send = async (piece: Uint8Array): Promise<void> => {
    parts.set(parts.size + 1, await sendPart(bucket, upload, parts.size + 1, piece));
    bytes += piece.byteLength;
  };
  try {
    for (const piece of begun) await send(piece);
    for (let next = await pieces.next(); next.done !== true; next = await pieces.next()) {
      await send(next.value);
    }
    const isThere = await completeParts(bucket, upload, parts, how.ifAbsent === true);
    if (!isThere) throw new ObjectsError('broken_off');
  } catch (error) {
    // Report the original failure, even if the upload could not be aborted.
    await abortParts(bucket, { ...upload, signal: undefined }).catch(() => {});
    throw error;
  }
  await checkStored(bucket, name, bytes, how.signal);
  return { bytes };
}

/** The content in pieces of one size; the last one may be smaller. */
async function* piecesOf(
  content: AsyncIterable<Uint8Array | string>,
  pieceBytes: number,
  bytesMax: number,
): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = [];
  let waitingBytes = 0;
  let bytes = 0;
  for await (const chunk of content) {
    const part = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    bytes += part.byteLength;
    if (bytes > bytesMax) throw invalid('content', `The file is over ${bytesMax} bytes.`);
    waiting.push(part);
    waitingBytes += part.byteLength;
    while (waitingBytes >= pieceBytes) {
      const whole = Buffer.concat(waiting);
      yield whole.subarray(0, pieceBytes);
      waiting = [whole.subarray(pieceBytes)];
      waitingBytes = whole.byteLength - pieceBytes;
    }
  }
  if (waitingBytes > 0) yield Buffer.concat(waiting);
}

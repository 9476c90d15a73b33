import { Transform } from 'node:stream';

/**
 * Lines of JSON on their way out, in which the details of an audit entry are the object that they are. The store
 * keeps attributes as text. Everything else passes as the store wrote it, so that no number loses a digit.
 */
export function unpackDetails(): Transform {
  return eachLine(unpacked);
}

/**
 * The same for exported entries: numbers are written as numbers, and entries without a place in the chain have null
 * instead.
 */
export function unpackEntries(): Transform {
  return eachLine((lines) =>
    // Before the details are unpacked, which may have such names themselves.
    unpacked(lines.replaceAll(SEQ, numbered).replaceAll(HASHES, 'null')),
  );
}

function eachLine(changed: (lines: string) => string): Transform {
  let rest: Buffer[] = [];
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const end = chunk.lastIndexOf(LINE_FEED) + 1;
      if (end === 0) {
        rest.push(chunk);
        done();
        return;
      }
      const lines = Buffer.concat([...rest, chunk.subarray(0, end)]).toString();
      rest = [chunk.subarray(end)];
      done(null, changed(lines));
    },
    flush(done) {
      done(null, changed(Buffer.concat(rest).toString()));
    },
  });
}

const LINE_FEED = 0x0a;

/** A quote inside of a value is written with a backslash, so that this is found as a name and nowhere else. */
const DETAILS = /(?<=[{,]\s*)"details"\s*:\s*"(\{[^"\\]*(?:\\.[^"\\]*)*)"/g;

const SEQ = /(?<=[{,]\s*"seq"\s*:\s*)"(\d*)"/g;
/** Those that are empty. */
const HASHES = /(?<=[{,]\s*"(?:previous_)?hash"\s*:\s*)""/g;

function numbered(_found: string, digits: string): string {
  return digits === '' ? 'null' : digits;
}

function unpacked(lines: string): string {
  return lines.replaceAll(DETAILS, (found, text: string) => {
    try {
      const details: unknown = JSON.parse(JSON.parse(`"${text}"`) as string);
      return `"details":${JSON.stringify(details)}`;
    } catch {
      // An entry whose end was cut off, or a text created by the query.
      return found;
    }
  });
}

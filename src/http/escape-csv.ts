import { Transform } from 'node:stream';
import { createFormulaEscape } from '../base/escape-formulas.ts';

/** A CSV file on its way out, in which no cell begins a formula. */
export function escapeCsv(): Transform {
  const escape = createFormulaEscape();
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      done(null, escape.change(chunk));
    },
    flush(done) {
      const rest = escape.end();
      done(null, rest.length === 0 ? undefined : rest);
    },
  });
}

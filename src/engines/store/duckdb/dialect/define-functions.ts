import { createHash } from 'node:crypto';
import {
  BOOLEAN,
  DuckDBScalarFunction,
  VARCHAR,
  type DuckDBConnection,
  type DuckDBType,
} from '@duckdb/node-api';
import { PRELUDE } from './prelude.ts';

/** Defines what translated statements call, once for all connections of an instance. */
export async function defineFunctions(connection: DuckDBConnection): Promise<void> {
  define(connection, 'ch_sha512', VARCHAR, (text) =>
    createHash('sha512').update(text).digest('hex'),
  );
  define(connection, 'ch_is_strict_json', BOOLEAN, isJson);
  // In one call: separate calls take half as long again, at every start.
  await connection.run(PRELUDE.join(';\n'));
}

/**
 * Implements functions that DuckDB lacks. Its threads wait for this one meanwhile, so it takes some 20 µs per row: only
 * for rarely used functions.
 */
function define(
  connection: DuckDBConnection,
  name: string,
  returnType: DuckDBType,
  compute: (text: string) => string | boolean,
): void {
  const made = DuckDBScalarFunction.create({
    name,
    returnType,
    parameterTypes: [VARCHAR],
    mainFunction: (_info, input, output) => {
      const texts = input.getColumnVector(0);
      for (let row = 0; row < input.rowCount; row++) {
        const text = texts.getItem(row);
        output.setItem(row, typeof text === 'string' ? compute(text) : null);
      }
      output.flush();
    },
  });
  connection.registerScalarFunction(made);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

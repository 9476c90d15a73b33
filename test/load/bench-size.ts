/**
 * With XPLAIN_BENCH_SHORT=1 a benchmark only shows that it still runs: as little of everything as it takes to reach its
 * end. The figures of such a run mean nothing.
 */
export const isShort = process.env['XPLAIN_BENCH_SHORT'] === '1';

export function inShort<T>(usual: T, short: T): T {
  return isShort ? short : usual;
}

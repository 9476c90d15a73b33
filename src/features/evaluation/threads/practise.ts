import { LIMITS } from '../../../spec/limits.ts';
import type { Job, JobResults } from './jobs.ts';

const ROWS = 2_000;

/** A few forms of input teach the JavaScript engine which code is worth compiling. */
export function practise(run: (job: Job) => JobResults[Job['kind']]): undefined {
  const { detailsMax, jsonDepthMax } = LIMITS.http;
  const settings = { vendor: 'vendor', isOffline: true, detailsMax, jsonDepthMax };
  const rows = practiceRows();
  const read = (body: object): unknown =>
    run({ kind: 'read', bytes: Buffer.from(JSON.stringify(body)), settings });
  read({ rows, preview: true });
  const prepared = read({
    rows,
    criteria: 'No job failed',
    expectedItems: ITEMS,
  }) as JobResults['read'];
  if (prepared.kind !== 'prepared') return undefined;
  const { request, lines } = prepared.input;
  const { items } = request;
  run({ kind: 'prompt', request, items, texts: lines.texts, problems: [] });
  run({ kind: 'judge', asked: { lines, request, items, isTruncated: false } });
  return undefined;
}

const ITEMS = [
  { id: 'done', description: 'Job 12 was done' },
  { id: 'failed', description: 'A worker failed to take a job' },
];

function practiceRows(): unknown[] {
  return Array.from({ length: ROWS }, (_, i) =>
    i % 3 === 0
      ? { level: 'info', message: `job ${i} done in ${i * 7} ms`, worker: i % 11 }
      : `2026-01-01T00:00:${String(i % 60).padStart(2, '0')}Z INFO worker-${i % 7} took job ${i} of queue q${i % 5}`,
  );
}

/** A request with four items, and what a model says to it. */
import type { TestContext } from 'node:test';
import { type EvaluationOptions, openServedModel, startEvaluation } from './start-evaluation.ts';
import { startModelServer } from './start-model-server.ts';

export const ROWS = [
  'INFO order 4711 payment authorized by card',
  'ERROR order 4711 capture failed code=51',
  'INFO order 4711 mail sent to customer',
  'INFO nightly backup skipped by operator',
];
export const ITEMS = [
  { id: 'authorize', description: 'The payment was authorized' },
  { id: 'capture', description: 'The payment was captured' },
  { id: 'mail', description: 'The customer got a mail' },
  { id: 'backup', description: 'The backup ran' },
];
export const REQUEST = {
  rows: ROWS,
  criteria: 'Judge order 4711',
  expectedItems: ITEMS,
  logCompression: false,
};

export interface Said {
  [field: string]: unknown;
}

export const GOOD: readonly Said[] = [
  said(1, 'passed', 'payment authorized by card'),
  said(2, 'failed', 'capture failed code=51'),
  said(3, 'passed', 'mail sent to customer'),
  said(4, 'skipped', 'backup skipped by operator'),
];

export function said(item: number, status: string, q: string, more: Said = {}): Said {
  const evidence = [{ n: item, q }];
  const rest = { explanation: `About item ${item}.`, confidence: 0.9, entity: null };
  return { item, evidence, status, ...rest, ...more };
}

/** The good answer with some fields of one finding replaced. */
export function withChange(item: number, change: Said): { findings: Said[]; summary: null } {
  const findings = GOOD.map((finding) =>
    finding['item'] === item ? { ...finding, ...change } : finding,
  );
  return { findings, summary: null };
}

/** The endpoint in front of a model that says what it is told to. */
export async function startFakeModel(t: TestContext, options: EvaluationOptions = {}) {
  const server = await startModelServer(t);
  const model = await openServedModel(t, server);
  const evaluation = await startEvaluation(t, { model, ...options });
  return { server, ...evaluation };
}

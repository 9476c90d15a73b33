import type { KpiTemplateName } from '../../../../../src/spec/services.ts';

export const TEMPLATE_WORDS: Readonly<Record<KpiTemplateName, string>> = {
  errors: 'error rate',
  throughput: 'throughput',
  latency: 'latency',
  saturation: 'saturation',
  freshness: 'freshness',
};

/** The answer schema given to a model. Constant: providers may store schemas, so it contains no caller data. */
import { FINDING_STATUSES } from '../../../spec/evaluation.ts';

const text = { type: 'string' } as const;
const nullable = (schema: object): object => ({ anyOf: [schema, { type: 'null' }] });

function objectOf(properties: Readonly<Record<string, object>>): Readonly<Record<string, unknown>> {
  return {
    type: 'object',
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  };
}

/** In the order of reasoning: the observation, its meaning, and only then the verdict. */
const FINDING = {
  evidence: { type: 'array', items: objectOf({ n: { type: 'integer' }, q: text }) },
  explanation: text,
  status: { type: 'string', enum: Object.keys(FINDING_STATUSES) },
  confidence: { type: 'number' },
  entity: nullable(objectOf({ type: text, key: text })),
  score: nullable({ type: 'number' }),
  tags: { type: 'array', items: text },
};

export const ITEM_ANSWER_SCHEMA = objectOf({
  findings: { type: 'array', items: objectOf({ item: { type: 'integer' }, ...FINDING }) },
  summary: nullable(text),
});

export const GENERIC_ANSWER_SCHEMA = objectOf({
  findings: { type: 'array', items: objectOf(FINDING) },
  summary: nullable(text),
});

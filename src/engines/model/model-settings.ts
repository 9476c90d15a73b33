import type { ModelName } from '../../spec/evaluation.ts';

/** The same question should get the same answer: 0, save for a model that refuses any such setting. */
const TEMPERATURES: Readonly<Record<ModelName, number | undefined>> = {
  'haiku-4-5': 0,
  'sonnet-4-6': 0,
  'opus-4-7': undefined,
};

/** The part of a request that sets the temperature, where the model takes one. */
export function temperatureOf(model: ModelName): { readonly temperature?: number } {
  const temperature = TEMPERATURES[model];
  return temperature === undefined ? {} : { temperature };
}

/** What providers call the schema of the answer. Constant, since they may keep it. */
export const ANSWER_SCHEMA_NAME = 'verdict';

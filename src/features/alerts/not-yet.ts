/** What other parts of the platform do not offer yet. */
import { AppError } from '../../base/errors.ts';
import type { Judge } from './conditions/judge.ts';

const refuse = async (): Promise<never> => {
  throw new AppError('AI_MODEL_NOT_CONFIGURED', 'Nobody judges the rows of alert rules here.');
};

export const NOBODY: Judge = { judge: refuse, estimate: refuse };

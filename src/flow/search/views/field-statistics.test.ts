import { onBothEngines } from '../../../../test/support/search/on-both-engines.ts';
import { fieldStatisticsSuite } from './field-statistics.suite.ts';

onBothEngines(fieldStatisticsSuite);

import { onBothEngines } from '../../../test/support/search/on-both-engines.ts';
import { mixedNumbersSuite } from './mixed-numbers.suite.ts';

onBothEngines(mixedNumbersSuite);

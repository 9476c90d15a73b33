import { onEveryStore } from '../../../test/support/search/on-both-engines.ts';
import { missingValuesSuite } from './missing-values.suite.ts';

onEveryStore(missingValuesSuite);

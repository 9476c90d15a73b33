import { onEveryStore } from '../../../test/support/search/on-both-engines.ts';
import { unfitValuesSuite } from './unfit-values.suite.ts';

onEveryStore(unfitValuesSuite);

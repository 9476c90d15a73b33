import { onBothEngines } from '../../../test/support/search/on-both-engines.ts';
import { listFieldsSuite } from './list-fields.suite.ts';

onBothEngines(listFieldsSuite);

import { onBothEngines } from '../../../test/support/search/on-both-engines.ts';
import { conformanceSuite } from './conformance.suite.ts';

onBothEngines(conformanceSuite);

import { onBothEngines } from '../../../test/support/on-both-engines.ts';
import { conformanceSuite } from './conformance.suite.ts';

onBothEngines(conformanceSuite);

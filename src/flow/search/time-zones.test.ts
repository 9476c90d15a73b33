import { onBothEngines } from '../../../test/support/search/on-both-engines.ts';
import { timeZonesSuite } from './time-zones.suite.ts';

onBothEngines(timeZonesSuite);

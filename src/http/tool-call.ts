import { AsyncLocalStorage } from 'node:async_hooks';
import type { Actor } from '../base/actor.ts';

/** Set while a tool of an agent calls an endpoint of this process: whoever calls it then acts through that tool. */
export const toolCall = new AsyncLocalStorage<Required<Pick<Actor, 'via'>>>();

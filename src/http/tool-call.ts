import { AsyncLocalStorage } from 'node:async_hooks';
import type { Actor } from '../base/actor.ts';

/** Set while an agent's tool calls an endpoint of this process: the caller then acts through that tool. */
export const toolCall = new AsyncLocalStorage<Required<Pick<Actor, 'via'>>>();

import { test } from 'node:test';
import type { Metadata } from './metadata.ts';
import { MIGRATIONS } from './migrations/list.ts';
import { notificationPromises } from './notifications.suite.ts';
import { things, type NewPlace, type OpenPlace } from './places.suite.ts';
import { isolationPromises, transactionPromises } from './transactions.suite.ts';
import { valuePromises } from './values.suite.ts';
import { violationPromises } from './violations.suite.ts';

/** Every sentence of the port, on any store. */
export function metadataSuite(newPlace: NewPlace): void {
  function promise(name: string, check: (store: Metadata, open: OpenPlace) => Promise<void>): void {
    test(name, async (t) => {
      const open = await newPlace(t);
      if (open === undefined) return;
      await using store = await open([...MIGRATIONS, things]);
      await check(store, open);
    });
  }

  transactionPromises(promise);
  isolationPromises(promise);
  violationPromises(promise);
  notificationPromises(promise);
  valuePromises(promise);
}

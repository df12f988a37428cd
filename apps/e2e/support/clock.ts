import type { BrowserContext } from '@playwright/test';
import type { TestServer } from '@referral-dashboard/api/testing';

const DAY = 24 * 60 * 60;

/** Advances the clock of a server by days and sets the clocks of the contexts to it. */
export async function advanceDays(days: number, server: TestServer, ...contexts: BrowserContext[]) {
  server.advance(days * DAY);
  await Promise.all(contexts.map(({ clock }) => clock.setFixedTime(server.now())));
}

/** Date of a moment in Moscow, for example `2026-10-16`. */
export const toMoscowDay = (moment: Date) =>
  moment.toLocaleDateString('sv-SE', { timeZone: 'Europe/Moscow' });

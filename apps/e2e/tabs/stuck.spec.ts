import { expect, test } from './fixtures.ts';
import { freeze, hold, type PausedPart } from './hold.ts';
import { readShownUsers, shareExpiredSession } from './people.ts';

const refresh = '/api/accounts/refresh/';
const refreshTimeout = 1_000;
const me = () => window.tab.me();

test.describe('a server that accepts a spent token again for a while', () => {
  test.use({ refreshGrace: 60 });

  for (const held of ['request', 'response'] satisfies PausedPart[]) {
    test(`a tab closed while the ${held} of its refresh is pending does not delay the others`, async ({
      openTabs,
      server,
    }) => {
      const [stuck, ...others] = await openTabs(3, { refreshTimeout });
      if (stuck === undefined) throw new Error('No tab');
      await shareExpiredSession(server, [stuck, ...others]);
      const { arrived } = await hold(stuck, refresh, held);
      stuck.evaluate(me).catch(() => undefined);
      await arrived;
      const statuses = others.map((tab) => tab.evaluate(me));
      await stuck.close();
      expect(await Promise.all(statuses)).toEqual([200, 200]);
      expect(await readShownUsers(others)).not.toContain(null);
    });
  }

  test('a tab that crashes during its refresh does not delay the others', async ({
    context,
    openTabs,
    server,
  }) => {
    const [stuck, ...others] = await openTabs(3, { refreshTimeout });
    if (stuck === undefined) throw new Error('No tab');
    await shareExpiredSession(server, [stuck, ...others]);
    const { arrived } = await hold(stuck, refresh, 'request');
    stuck.evaluate(me).catch(() => undefined);
    await arrived;
    const statuses = others.map((tab) => tab.evaluate(me));
    const crashed = stuck.waitForEvent('crash');
    const devtools = await context.newCDPSession(stuck);
    devtools.send('Page.crash').catch(() => undefined);
    await crashed;
    expect(await Promise.all(statuses)).toEqual([200, 200]);
    expect(await readShownUsers(others)).not.toContain(null);
  });

  test('a tab frozen during its refresh does not delay the others and continues when it resumes', async ({
    openTabs,
    server,
  }) => {
    // The tab that takes over the lock has one fifth of this time left for the token request.
    const [stuck, ...others] = await openTabs(3, { refreshTimeout: 4_000 });
    if (stuck === undefined) throw new Error('No tab');
    await shareExpiredSession(server, [stuck, ...others]);
    const { arrived } = await hold(stuck, refresh, 'request');
    const late = stuck.evaluate(me);
    await arrived;
    const wake = await freeze(stuck);
    const statuses = others.map((tab) => tab.evaluate(me));
    expect(await Promise.all(statuses)).toEqual([200, 200]);
    await wake();
    expect(await late).toBe(200);
    expect(await readShownUsers([stuck, ...others])).not.toContain(null);
  });

  test.describe('in a browser without Web Locks', () => {
    test.use({ webLocks: false });

    test('all tabs of an expired session continue', async ({ openTabs, server }) => {
      const tabs = await openTabs(4, { refreshTimeout });
      await shareExpiredSession(server, tabs);
      expect(await Promise.all(tabs.map((tab) => tab.evaluate(me)))).toEqual([200, 200, 200, 200]);
      expect(await readShownUsers(tabs)).not.toContain(null);
    });

    test('a tab whose refresh hangs does not delay the others', async ({ openTabs, server }) => {
      const [stuck, ...others] = await openTabs(3, { refreshTimeout });
      if (stuck === undefined) throw new Error('No tab');
      await shareExpiredSession(server, [stuck, ...others]);
      const { arrived } = await hold(stuck, refresh, 'request');
      const late = stuck.evaluate(me);
      await arrived;
      expect(await Promise.all(others.map((tab) => tab.evaluate(me)))).toEqual([200, 200]);
      expect(await late).toBe(200);
    });
  });
});

test('a refresh without a response releases the lock and the next tab spends the token', async ({
  openTabs,
  server,
}) => {
  const [stuck, ...others] = await openTabs(3, { refreshTimeout, patient: 1 });
  if (stuck === undefined) throw new Error('No tab');
  await shareExpiredSession(server, [stuck, ...others]);
  const { arrived } = await hold(stuck, refresh, 'request');
  const given = stuck.evaluate(() => window.tab.me().catch(({ code }: { code: string }) => code));
  await arrived;
  expect(await Promise.all(others.map((tab) => tab.evaluate(me)))).toEqual([200, 200]);
  // Either the timeout or the other tab's new token comes first.
  expect([200, 'unreachable']).toContain(await given);
  expect(await stuck.evaluate(me)).toBe(200);
  expect(server.refreshSpends()).toEqual({ rotated: 1, graced: 0, reused: 0, ended: 0 });
});

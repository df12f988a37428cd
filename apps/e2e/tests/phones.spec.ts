import { expect, test } from '../fixtures.ts';
import { violations } from '../support/axe.ts';
import { misfits } from '../support/geometry.ts';
import { enterLeads } from '../support/leads.ts';
import { organization } from '../support/people.ts';
import { signedIn } from '../support/session.ts';
import { viewports } from '../support/views.ts';

// Each test has leads of its own.
test.use({ serverOptions: {}, hasTouch: true, isMobile: true, viewport: viewports[360] });

test('under a finger a lead is called or written to from its panel', async ({ page, context, server }) => {
  const { leads } = await enterLeads(server, 1);
  await signedIn(context, server.url, organization);
  await page.goto(`/leads?id=${leads[0]?.id}`);
  const facts = page.getByRole('region', { name: 'Сведения' });
  const ways = {
    '+7 916 100-00-01': 'tel:+79161000001',
    'Написать в WhatsApp': 'https://wa.me/79161000001',
    'Написать в Telegram': 'https://t.me/+79161000001',
  };
  for (const [name, address] of Object.entries(ways)) {
    const way = facts.getByRole('link', { name });
    await expect(way).toHaveAttribute('href', address);
    const { width, height } = (await way.boundingBox()) ?? { width: 0, height: 0 };
    expect(Math.min(width, height), name).toBeGreaterThanOrEqual(44);
  }
  expect([...(await misfits(page)), ...(await violations(page))]).toEqual([]);
});

import { expect, test } from '../fixtures.ts';
import { findViolations } from '../support/axe.ts';
import { findOverflows } from '../support/geometry.ts';
import { createLeads } from '../support/leads.ts';
import { organization } from '../support/people.ts';
import { signInContext } from '../support/session.ts';
import { viewports } from '../support/views.ts';

// Tests create their own leads.
test.use({ serverOptions: {}, hasTouch: true, isMobile: true, viewport: viewports[360] });

test('on a touch screen the panel of a lead has links to call and to message', async ({
  page,
  context,
  server,
}) => {
  const { leads } = await createLeads(server, 1);
  await signInContext(context, server.url, organization);
  await page.goto(`/leads?id=${leads[0]?.id}`);
  const facts = page.getByRole('region', { name: 'Сведения' });
  const links = {
    '+7 916 100-00-01': 'tel:+79161000001',
    'Написать в WhatsApp': 'https://wa.me/79161000001',
    'Написать в Telegram': 'https://t.me/+79161000001',
  };
  for (const [name, address] of Object.entries(links)) {
    const link = facts.getByRole('link', { name });
    await expect(link).toHaveAttribute('href', address);
    const size = async () => {
      const { width, height } = (await link.boundingBox()) ?? { width: 0, height: 0 };
      return Math.min(width, height);
    };
    await expect.poll(size, { message: name }).toBeGreaterThanOrEqual(44);
  }
  expect([...(await findOverflows(page)), ...(await findViolations(page))]).toEqual([]);
});

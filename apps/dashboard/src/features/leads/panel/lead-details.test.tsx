import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ORGANIZATION } from '@/shared/product.ts';
import { createLead, serveLeads } from '@/testing/data/leads.ts';
import { signIn } from '@/testing/data/people.ts';
import { mount } from '@/testing/mount.tsx';
import { Leads } from '../leads.tsx';
import { LeadDetails } from './lead-details.tsx';

const lead = createLead(1);

async function mountFacts(phone: string) {
  signIn();
  mount(<LeadDetails lead={{ ...lead, phone }} />);
  return within(await screen.findByRole('region', { name: 'Сведения' }));
}

test('the phone of a lead links to a call, WhatsApp and Telegram', async () => {
  const facts = await mountFacts('+79161234567');
  expect(facts.getByRole('link', { name: '+7 916 123-45-67' })).toHaveAttribute('href', 'tel:+79161234567');
  for (const [name, url] of [
    ['WhatsApp', 'https://wa.me/79161234567'],
    ['Telegram', 'https://t.me/+79161234567'],
  ]) {
    const chatLink = facts.getByRole('link', { name: `Написать в ${name}, откроется в новой вкладке` });
    expect(chatLink).toHaveAttribute('href', url);
    expect(chatLink).toHaveAttribute('target', '_blank');
    expect(chatLink).toHaveAttribute('rel', expect.stringContaining('noopener'));
  }
});

test('a partly hidden phone has no links', async () => {
  const facts = await mountFacts('+7 916 ***-**-67');
  expect(facts.getByText('+7 916 ***-**-67')).toBeVisible();
  expect(facts.queryByRole('link', { name: /\+7|Написать/ })).not.toBeInTheDocument();
});

test('a click on a phone link in the list does not open the row', async () => {
  signIn();
  serveLeads([lead]);
  const { user } = mount(<Leads role={ORGANIZATION} />, '/leads');
  const phoneLink = await screen.findByRole('link', { name: '+7 916 123-45-67' });
  expect(phoneLink).toHaveAttribute('href', 'tel:+79161234567');
  await user.click(phoneLink);
  expect(screen.queryByRole('complementary', { name: 'Подробности' })).not.toBeInTheDocument();
});

import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aLead, serveLeads } from '../../../testing/data/leads.ts';
import { signIn } from '../../../testing/data/people.ts';
import { openApp } from '../../../testing/open-app.tsx';

const lead = aLead(1);

async function openPanel(phone: string) {
  signIn();
  serveLeads([{ ...lead, phone }]);
  openApp(`/leads?id=${lead.id}`);
  const panel = await screen.findByRole('complementary', { name: 'Подробности' });
  return within(await within(panel).findByRole('region', { name: 'Сведения' }));
}

test('from its phone a lead is called or written to', async () => {
  const facts = await openPanel('+79161234567');
  expect(facts.getByRole('link', { name: '+7 916 123-45-67' })).toHaveAttribute('href', 'tel:+79161234567');
  for (const [name, address] of [
    ['WhatsApp', 'https://wa.me/79161234567'],
    ['Telegram', 'https://t.me/+79161234567'],
  ]) {
    const chat = facts.getByRole('link', { name: `Написать в ${name}, откроется в новой вкладке` });
    expect(chat).toHaveAttribute('href', address);
    expect(chat).toHaveAttribute('target', '_blank');
    expect(chat).toHaveAttribute('rel', expect.stringContaining('noopener'));
  }
});

test('a phone that is hidden in part leads nowhere', async () => {
  const facts = await openPanel('+7 916 ***-**-67');
  expect(facts.getByText('+7 916 ***-**-67')).toBeVisible();
  expect(facts.queryByRole('link', { name: /\+7|Написать/ })).not.toBeInTheDocument();
});

test('in the list a phone is called without the row being opened', async () => {
  signIn();
  serveLeads([lead]);
  const { user } = openApp('/leads');
  const call = await screen.findByRole('link', { name: '+7 916 123-45-67' });
  expect(call).toHaveAttribute('href', 'tel:+79161234567');
  await user.click(call);
  expect(screen.queryByRole('complementary', { name: 'Подробности' })).not.toBeInTheDocument();
});

import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { ORGANIZATION } from '@/shared/product.ts';
import { createPayable, serveMoney } from '@/testing/data/payouts/payments.ts';
import { REGISTRIES, registry, serveRegistry } from '@/testing/data/payouts/registries.ts';
import { signIn } from '@/testing/data/people.ts';
import { mount } from '@/testing/mount.tsx';
import { server } from '@/testing/server.ts';
import { Payments } from './payments-section.tsx';

test('selected partners form a registry, and its page opens', async () => {
  const smirnov = createPayable('Смирнов', 330_000);
  serveRegistry(registry);
  const sent: unknown[] = [];
  server.use(
    http.post(REGISTRIES, async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ results: [registry], skipped: [] }, { status: 201 });
    }),
  );
  serveMoney({ payables: [smirnov] });
  signIn();
  const { user, path } = mount(<Payments role={ORGANIZATION} payoutMethods={() => null} />, '/payments');
  await user.click(await screen.findByRole('checkbox', { name: 'Выбрать: Смирнов' }));
  await user.click(await screen.findByRole('button', { name: 'В реестр' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Сформировать реестр' }));
  await user.click(dialog.getByRole('button', { name: 'Сформировать реестр' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Реестр Р-7' })).toBeVisible();
  expect(path()).toBe(`/payments?tab=registries&registry=${registry.id}`);
  expect(sent).toEqual([{ partners: [smirnov.partner.id] }]);
});

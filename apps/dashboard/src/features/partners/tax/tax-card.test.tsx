import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { SMIRNOV_URL, smirnov } from '@/testing/data/partners.ts';
import { taxStatus } from '@/testing/data/payouts/tax-status.ts';
import { signIn } from '@/testing/data/people.ts';
import { mount } from '@/testing/mount.tsx';
import { holdResponse, respond, server } from '@/testing/server.ts';
import ContractCard from './contract-card.tsx';
import TaxCard from './tax-card.tsx';

const selfEmployedPartner = { ...smirnov, inn: '500100732259' };

async function openCard(changes: object = {}) {
  respond('get', `${SMIRNOV_URL}tax-status/`, 200, { ...taxStatus, ...changes });
  signIn();
  const app = mount(<TaxCard partner={selfEmployedPartner} />);
  return { ...app, section: within(await screen.findByRole('region', { name: 'Самозанятый' })) };
}

test('the card of a self-employed partner shows the checked status and the used part of the limit', async () => {
  const { section } = await openCard();
  expect(await section.findByText('Платит НПД, проверено 20 авг 2026')).toBeVisible();
  expect(section.getByText(/480.000,00.₽ из 2.400.000,00.₽/)).toBeVisible();
  expect(section.queryByText('Лимит НПД близко')).toBeNull();
});

test('a lost status, a failed check and a limit that is nearly reached are shown', async () => {
  const { section } = await openCard({
    status: 'lost',
    problem: 'Сервис налоговой не отвечает.',
    paid_kop: 192_000_000,
  });
  expect(await section.findByText('Статус потерян')).toBeVisible();
  expect(section.getByText('Не удалось проверить: Сервис налоговой не отвечает.')).toBeVisible();
  expect(section.getByText('Лимит НПД близко')).toBeVisible();
});

test('a queued status check is shown as waiting', async () => {
  const { user, section } = await openCard({ status: null, checked_on: null });
  expect(await section.findByText('Статус еще не проверен')).toBeVisible();
  server.use(
    http.post(`${SMIRNOV_URL}tax-status/`, () =>
      HttpResponse.json({ ...taxStatus, status: null, checked_on: null, is_waiting: true }, { status: 202 }),
    ),
  );
  respond('get', `${SMIRNOV_URL}tax-status/`, 200, {
    ...taxStatus,
    status: null,
    checked_on: null,
    is_waiting: true,
  });
  await user.click(section.getByRole('button', { name: 'Проверить статус' }));
  expect(await section.findByText(/Ждет ответа налоговой/)).toBeVisible();
  expect(section.getByRole('button', { name: 'Проверить статус' })).toBeDisabled();
});

test('choosing a kind of contract saves it', async () => {
  const { user, section } = await openCard();
  const { bodies, release } = holdResponse('patch', SMIRNOV_URL, { ...smirnov, contract_kind: 'agency' });
  release();
  await user.selectOptions(section.getByLabelText('Вид договора'), 'Агентский договор');
  await expect.poll(() => bodies).toEqual([{ contract_kind: 'agency', version: smirnov.version }]);
});

test('the contract number of a sole proprietor is saved on blur', async () => {
  signIn();
  const { user } = mount(<ContractCard partner={{ ...smirnov, kind: 'ip', contract_number: '11/Р' }} />);
  const section = within(await screen.findByRole('region', { name: 'Договор' }));
  const number = section.getByLabelText('Номер договора');
  expect(number).toHaveValue('11/Р');
  expect(section.queryByLabelText('Работа в организации')).toBeNull();
  const { bodies, release } = holdResponse('patch', SMIRNOV_URL, {
    ...smirnov,
    kind: 'ip',
    contract_number: '12/Р',
  });
  release();
  await user.clear(number);
  await user.type(number, ' 12/Р ');
  await user.tab();
  await expect.poll(() => bodies).toEqual([{ contract_number: '12/Р', version: smirnov.version }]);
});

test('an impossible contract date shows an error and is not saved', async () => {
  signIn();
  const { user } = mount(<ContractCard partner={{ ...smirnov, kind: 'ip', contract_date: '2026-04-14' }} />);
  const section = within(await screen.findByRole('region', { name: 'Договор' }));
  const field = await section.findByLabelText('Дата договора');
  expect(field).toHaveValue('14.04.2026');
  expect(field).toHaveAttribute('placeholder', 'дд.мм.гггг');
  const { bodies, release } = holdResponse('patch', SMIRNOV_URL, {
    ...smirnov,
    kind: 'ip',
    contract_date: '2026-05-02',
  });
  release();
  await user.clear(field);
  await user.type(field, '31.02.2026');
  await user.tab();
  expect(field).toHaveValue('31.02.2026');
  expect(field).toHaveAccessibleDescription(/Такого дня нет/);
  await user.clear(field);
  expect(bodies).toEqual([]);
  await user.type(field, '02.05.2026');
  await expect.poll(() => bodies).toEqual([{ contract_date: '2026-05-02', version: smirnov.version }]);
});

/** Reports a purchase, and prints the latest sales. */
import { api, unwrap } from './client.ts';

const receipt = 'receipt-77';
const sale = {
  buyer: { name: 'Иван Петров', phone: '+79161234567' },
  amount_kop: 1_500_000,
  paid_on: '2026-11-27',
  external_id: receipt,
};

const { amount_kop, reward_kop, waiting } = unwrap(
  await api.POST('/api/referral/sales/bulk/', {
    params: { header: { 'Idempotency-Key': receipt } },
    body: { sales: [sale] },
  }),
);
console.log(`Reported: ${amount_kop / 100} ₽, reward: ${reward_kop / 100} ₽, waiting: ${waiting}`);

const { results } = unwrap(await api.GET('/api/referral/sales/', { params: { query: { page_size: '25' } } }));
for (const { number, client, amount_kop: kopecks } of results)
  console.log(number, client.name, (kopecks ?? 0) / 100);

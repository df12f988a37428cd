const ID = '0198c0de-0000-7000-8000-000000000001';

/** Bodies of the calls that API keys may make, by the name of the call. */
export const EXAMPLES: Readonly<Record<string, object>> = {
  createLead: { program: ID, name: 'Иван Петров', phone: '+79161234567', comment: 'Перезвонить вечером' },
  updateLead: { version: 1, comment: 'Просит договор' },
  transitionLead: { version: 1, to: 'won', deal_amount_kop: 1_500_000 },
  createConversion: {
    external_id: 'order-1042',
    ref: 'okna77',
    click_id: ID,
    name: 'Иван Петров',
    phone: '+79161234567',
    product: 'Окно 120 × 140',
    amount_kop: 1_500_000,
  },
  createClient: { name: 'ООО Ромашка', phone: '+79161234567', email: 'info@example.ru' },
  updateClient: { version: 1, email: 'sales@example.ru' },
  createSale: { client: ID, amount_kop: 1_500_000, paid_on: '2026-11-27', external_id: 'receipt-77' },
  createSales: {
    sales: [
      {
        buyer: { name: 'Иван Петров', phone: '+79161234567' },
        amount_kop: 1_500_000,
        paid_on: '2026-11-27',
        external_id: 'receipt-77',
      },
    ],
  },
  findSaleClients: { texts: ['К-1042', '+79161234567'] },
  updateSale: { version: 1, comment: 'По счету 12' },
  refundSale: { amount_kop: 500_000, paid_on: '2026-11-28' },
  createPartner: { phone: '+79161234567', first_name: 'Олег', last_name: 'Петров' },
  updatePartner: { version: 1, note: 'Пришел с выставки' },
  enroll: { partner: ID },
  createLink: { program: ID },
  updateLink: { label: 'Сайт партнера' },
};

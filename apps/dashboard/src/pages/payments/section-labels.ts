/** Tabs of the payments page of an organization, by the value of the `tab` URL parameter. */
export const ORGANIZATION_SECTIONS = {
  payable: 'К выплате',
  payments: 'Выплаты',
  registries: 'Реестры',
  bank: 'Документы банка',
  accruals: 'Начисления',
  receipts: 'Чеки',
  acts: 'Акты',
  taxes: 'Налоги',
  statement: 'Сверка с партнером',
};

/** Tabs of the payments page of a partner. */
export const PARTNER_SECTIONS = {
  balance: 'Баланс',
  payments: 'Выплаты',
  accruals: 'Начисления',
  income: 'Доход',
  statement: 'Сверка',
  acts: 'Акты',
};

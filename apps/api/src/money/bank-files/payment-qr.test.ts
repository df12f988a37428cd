import { expect, test } from 'vitest';
import { paymentCode } from './payment-qr.ts';

const method = {
  kind: 'bank_account',
  label: '',
  bank: 'ПАО Сбербанк',
  phone: '',
  last4: '',
  bik: '044525225',
  account: '40702810938000000001',
  corr_account: '30101810400000000225',
  kpp: '773601001',
  payee: 'ООО «Окна»',
  inn: '7707083893',
} as const;
const payment = { method, amount_kop: 123_456, purpose: 'Вознаграждение, выплата В-7. Без НДС.' };

test('contains the payee, its account and the sum in kopecks in the order of the standard', () => {
  expect(paymentCode(payment).toString()).toBe(
    'ST00012|Name=ООО «Окна»|PersonalAcc=40702810938000000001|BankName=ПАО Сбербанк|BIC=044525225|CorrespAcc=30101810400000000225|Sum=123456|Purpose=Вознаграждение, выплата В-7. Без НДС.|PayeeINN=7707083893|KPP=773601001',
  );
});

test('uses windows-1251 when UTF-8 would overflow the mandatory block', () => {
  const code = paymentCode({
    ...payment,
    method: { ...method, payee: 'Общество с ограниченной ответственностью '.repeat(4) },
  });
  const text = new TextDecoder('windows-1251').decode(code);
  expect(text.startsWith('ST00011|Name=Общество')).toBe(true);
  const mandatory = text.slice('ST00011|'.length, text.indexOf('|Sum='));
  expect(mandatory.length).toBeLessThanOrEqual(300);
});

test('uses another separator when a value contains the usual one', () => {
  const text = paymentCode({ ...payment, method: { ...method, payee: 'Кот | Пёс' } }).toString();
  expect(text.startsWith('ST00012^Name=Кот | Пёс^PersonalAcc=')).toBe(true);
});

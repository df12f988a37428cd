import { expect, test } from 'vitest';
import { newPayoutMethod } from './payout-methods.ts';

test('an account at a treasury needs the treasury account and no control key', () => {
  const account = {
    kind: 'bank_account',
    bank: 'УФК по г. Москве',
    bik: '004525988',
    account: '03224643450000007300',
    corr_account: '40102810545370000003',
  };
  expect(newPayoutMethod.safeParse(account).success).toBe(true);
  expect(newPayoutMethod.safeParse({ ...account, corr_account: '' }).success).toBe(false);
  expect(newPayoutMethod.safeParse({ ...account, corr_account: '4010281054537000000' }).success).toBe(false);
});

import { expect, test } from 'vitest';
import { INDIVIDUAL } from '../partners.ts';
import { createRandom } from '../random.ts';
import { createMethods } from './payout-methods.ts';

test('the individual of the demo has a payout method, so that tax is withheld from its payments', () => {
  const at = new Date('2026-08-01T10:00:00Z');
  const card = {
    id: '00000000-0000-7000-8000-000000000003',
    index: INDIVIDUAL,
    kind: 'individual',
    status: 'active',
    last_name: 'Смирнов',
    first_name: 'Олег',
    father_name: '',
    company_name: '',
    inn: '770100000304',
    phone: '+79310000003',
    created_at: at,
  } as const;
  expect(createMethods('organization', card, at, createRandom(1))).toHaveLength(1);
});

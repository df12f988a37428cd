import type { Registry, registryRoutes } from '@referral-dashboard/api-contract';
import type { ResponseOf } from '../../../shared/api/call.ts';

/** Registry as returned by its detail route. */
export type RegistryDetails = ResponseOf<typeof registryRoutes.registry>;

export const RAIL_LABELS: Record<Registry['kind'], string> = {
  sbp: 'СБП',
  card: 'На карты',
  bank_account: 'На счета',
};

export const PAYMENT_NOUN = ['выплата', 'выплаты', 'выплат'] as const;

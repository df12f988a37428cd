import type { registryRoutes } from '@referral-dashboard/api-contract';
import type { ResponseOf } from '@/shared/api/call.ts';

/** Registry as returned by its detail route. */
export type RegistryDetails = ResponseOf<typeof registryRoutes.registry>;

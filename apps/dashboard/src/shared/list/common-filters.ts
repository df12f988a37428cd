import type { Role } from '@referral-dashboard/api-contract';
import { usePartnerName, usePartnerOptions, useProgramName, useProgramOptions } from '../references.ts';
import type { Filter } from './definition.ts';

/** Filters that several lists have. */

export const programFilter: Filter = {
  kind: 'reference',
  name: 'program',
  label: 'Программа',
  useOptions: useProgramOptions,
  useName: useProgramName,
};

const partnerFilter: Filter = {
  kind: 'reference',
  name: 'partner',
  label: 'Партнер',
  useOptions: usePartnerOptions,
  useName: usePartnerName,
};

/** Whose it is; a partner is not asked, all it sees is its own. */
export const whoseFilter = (role: Role): readonly Filter[] =>
  role === 'organization' ? [partnerFilter] : [];

/** From a day to a day, under the contract's names for both. */
export const periodFilter = (name: string, label: string): Filter => ({
  kind: 'period',
  name,
  label,
  from: `${name}_from`,
  to: `${name}_to`,
});

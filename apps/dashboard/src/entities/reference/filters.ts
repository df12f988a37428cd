import type { Role } from '@referral-dashboard/api-contract';
import type { Filter } from '../../shared/list/definition.ts';
import { usePartnerName, usePartnerOptions, useProgramName, useProgramOptions } from './options.ts';

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

/** Filter by partner; a partner has none, all it sees is its own. */
export const whoseFilter = (role: Role): readonly Filter[] =>
  role === 'organization' ? [partnerFilter] : [];

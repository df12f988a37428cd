import { LEAD_SOURCE_LABELS, LEAD_SOURCES, type Role } from '@referral-dashboard/api-contract';
import type { Filter, Option } from '@/shared/list/definition.ts';
import { usePartnerName, usePartnerOptions, useProgramName, useProgramOptions } from './options.ts';

/** Filters shared by several lists. */

export const programFilter: Filter = {
  kind: 'reference',
  name: 'program',
  label: 'Программа',
  useOptions: useProgramOptions,
  useName: useProgramName,
};

export const partnerFilter: Filter = {
  kind: 'reference',
  name: 'partner',
  label: 'Партнер',
  useOptions: usePartnerOptions,
  useName: usePartnerName,
};

export const sourceFilter: Filter = {
  kind: 'choice',
  name: 'source',
  label: 'Источник',
  options: LEAD_SOURCES.map((value) => ({ value, label: LEAD_SOURCE_LABELS[value] })),
};

/** Filter by the values of a UTM parameter. */
export const createTagFilter = (
  name: 'utm_source' | 'utm_campaign',
  useOptions: (search: string) => readonly Option[],
): Filter => ({ kind: 'reference', name, label: name, useOptions, useName: (value) => value });

/** Partner filter for organizations. Partners see only their own data, so they get no filter. */
export const getPartnerFilters = (role: Role): readonly Filter[] =>
  role === 'organization' ? [partnerFilter] : [];

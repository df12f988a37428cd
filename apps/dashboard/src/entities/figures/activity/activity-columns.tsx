import { ACTIVITY_WEEKS, type RowActivity } from '@referral-dashboard/api-contract';
import type { Column } from '@/shared/list/definition.ts';
import { ShareBar } from './share-bar.tsx';
import { Sparkline } from './sparkline.tsx';

type Active = { activity: RowActivity };

/** Column with the leads of the last weeks. */
export const weeklyLeadsColumn: Column<Active> = {
  name: 'weekly_leads',
  label: `Лиды, ${ACTIVITY_WEEKS} недель`,
  priority: 3,
  width: 7.5,
  cell: ({ activity }) => <Sparkline weeklyLeads={activity.weekly_leads} />,
};

/** Column with the share of the row in all deals of the organization. */
export const dealShareColumn: Column<Active> = {
  name: 'deal_share',
  label: 'Доля сделок',
  isNumeric: true,
  priority: 3,
  width: 6.25,
  cell: ({ activity }) => <ShareBar bps={activity.deal_share_bps} />,
};

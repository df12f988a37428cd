import { homeRoutes, outsideEventRoutes } from '@referral-dashboard/api-contract';

/** What a decision about an event changes. */
export const STALE_ROUTES = [
  outsideEventRoutes.outsideEvents,
  outsideEventRoutes.outsideEvent,
  homeRoutes.homeTasks,
];

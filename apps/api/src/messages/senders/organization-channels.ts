import { type SqlBool, sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { OrganizationChannel, OrganizationChannelDeps } from '../channels/channel.ts';
import { organizationChannels } from '../channels/index.ts';

/** Returns a function that reads the channels of organizations with due deliveries. */
export const createOrganizationChannels =
  (deps: OrganizationChannelDeps, clock: Clock) => async (): Promise<OrganizationChannel[]> => {
    const due: OrganizationChannel[] = [];
    for (const { channel, read } of organizationChannels) {
      const hasDue = sql<SqlBool>`exists (
        select from deliveries d
        where d.sender_id = o.organization_id and d.channel = ${channel} and d.status in ('waiting', 'taken', 'handed')
          and (case when d.status = 'waiting' then d.due_at else d.leased_until end) <= ${clock()})`;
      for (const { row, open } of await read(deps, hasDue)) {
        const { organization_id: organizationId } = row;
        due.push({
          organizationId,
          open,
          key: `${channel} ${organizationId}`,
          settings: JSON.stringify(row),
        });
      }
    }
    return due;
  };

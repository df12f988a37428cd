import type { People } from '../people/index.ts';
import { systemClock } from '../platform/clock.ts';
import type { Db } from '../platform/db/db.ts';
import { fillDemo } from './fill.ts';
import { DEMO_PEOPLE } from './people.ts';

/** Fills an empty database with the demo users and the data of the demo organization until `now`. Does nothing otherwise. */
export async function welcomeDemo(db: Db, people: People, now = systemClock()) {
  if (!(await people.welcome(DEMO_PEOPLE))) return;
  const users = await db
    .selectFrom('users')
    .selectAll()
    .where(
      'phone',
      'in',
      DEMO_PEOPLE.map(({ phone }) => phone),
    )
    .execute();
  const organizationId = users.find(({ role }) => role === 'organization')?.organization_id;
  const partner = users.find(({ role }) => role === 'partner');
  if (organizationId && partner) await fillDemo(db, organizationId, partner, now);
}

import type { HomeBalances, PaymentStatus } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { computeReadiness, findReleases, NO_RELEASES, payableCards } from '../../money/index.ts';
import type { Db } from '../../platform/db/db.ts';
import type { PartnerViewer } from '../../platform/http/viewer.ts';
import { visibleFigures } from './visible-figures.ts';

/** Balances of a partner, one for each organization in which it has a card. */
export async function balances(db: Db, viewer: PartnerViewer, now: Date): Promise<HomeBalances> {
  const cards = await payableCards(db, viewer, now).execute();
  const releases = await findReleases(db, viewer, now);
  const requests = byPartner(await openRequests(db, viewer));
  return {
    results: cards.map((due) => {
      const request = requests.get(due.partner_id);
      return {
        ...due,
        ...computeReadiness(due, now),
        organization: { id: due.organization_id, name: due.organization_name },
        partner: { id: due.partner_id, name: due.partner_name },
        releases: releases.get(due.organization_id) ?? NO_RELEASES,
        request: request
          ? { ...request, number: `В-${request.number}`, created_at: request.created_at.toISOString() }
          : null,
      };
    }),
  };
}

const byPartner = <Row extends { partner_id: string }>(rows: readonly Row[]) =>
  new Map(rows.map((row) => [row.partner_id, row]));

type Request = {
  partner_id: string;
  id: string;
  number: number;
  status: PaymentStatus;
  amount_kop: number;
  created_at: Date;
};

async function openRequests(db: Db, viewer: PartnerViewer) {
  const { rows } = await sql<Request>`
    select distinct on (d.partner_id) d.partner_id, d.id, d.number, d.status, d.amount_kop, d.created_at
    from payments d
    where ${visibleFigures(viewer)} and d.requested and d.status not in ('paid', 'canceled', 'returned')
    order by d.partner_id, d.created_at desc, d.id desc`.execute(db);
  return rows;
}

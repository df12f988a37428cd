import { checkJournal, eraseValues } from './audit/index.ts';
import { createOperator } from './cli/operator.ts';
import type { createInbox, createWebhooks } from './integrations/index.ts';
import { tierReport } from './money/index.ts';
import type { createBanks } from './organization/index.ts';
import type { createInvitations, createRecovery } from './people/index.ts';
import type { Clock } from './platform/clock.ts';
import type { Db } from './platform/db/db.ts';
import type { createClients } from './referrals/index.ts';

type OperatorParts = {
  db: Db;
  clock: Clock;
  recovery: ReturnType<typeof createRecovery>;
  invitations: ReturnType<typeof createInvitations>;
  banks: ReturnType<typeof createBanks>;
  clients: ReturnType<typeof createClients>;
  webhooks: ReturnType<typeof createWebhooks>;
  inbox: ReturnType<typeof createInbox>;
};

/** Commands of the operator over the parts of the server. */
export const createAppOperator = ({
  db,
  clock,
  recovery,
  invitations,
  banks,
  clients,
  webhooks,
  inbox,
}: OperatorParts) =>
  createOperator({
    db,
    clock,
    createRecoveryLink: recovery.createForPhone,
    changePhone: recovery.changePhone,
    invite: invitations.ofEmployees.invite,
    loadBanks: banks.load,
    tierReport: () => tierReport(db),
    checkJournal: (kept) => checkJournal(db, kept),
    async erasePersonal(subjectId) {
      const counts = [
        await eraseValues(db, subjectId, clock),
        await clients.eraseContacts(subjectId),
        await webhooks.eraseEvents(subjectId),
        await inbox.eraseBodies(subjectId),
      ].filter((count) => count !== undefined);
      return counts.length === 0 ? undefined : counts.reduce((total, count) => total + count, 0);
    },
  });

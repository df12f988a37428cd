import { z } from 'zod';
import { journalRoutes } from './audit/journal.ts';
import { health } from './base/health.ts';
import type { RouteContract } from './base/route.ts';
import { importRoutes } from './imports/imports.routes.ts';
import { homeRoutes } from './insights/home.routes.ts';
import { listViewRoutes } from './insights/list-views.ts';
import { searchRoutes } from './insights/search.ts';
import { apiKeyRoutes } from './integrations/api-keys.ts';
import { crmRoutes } from './integrations/crm.ts';
import { outsideEventRoutes } from './integrations/outside-events.ts';
import { webhookRoutes } from './integrations/webhooks.ts';
import { messageRoutes } from './messages/messages.routes.ts';
import { senderRoutes } from './messages/senders.ts';
import { accrualRoutes } from './money/accruals.routes.ts';
import { actRoutes } from './money/acts.ts';
import { bankDocumentRoutes } from './money/bank/bank-documents.ts';
import { bankFileRoutes } from './money/bank/bank-files.ts';
import { bankStatementRoutes } from './money/bank/bank-statements.ts';
import { closedMonthRoutes } from './money/closed-months.ts';
import { keptFileRoutes } from './money/kept-files.ts';
import { paymentAttemptRoutes } from './money/payment-attempts.ts';
import { paymentRoutes } from './money/payments.routes.ts';
import { receiptRoutes } from './money/receipts.ts';
import { registryRoutes } from './money/registries.routes.ts';
import { sharedRequisiteRoutes } from './money/requisites/shared-requisites.ts';
import { taxStatusRoutes } from './money/taxes/tax-status.ts';
import { taxRoutes } from './money/taxes/taxes.ts';
import { bankRoutes } from './organization/banks.ts';
import { organizationRoutes } from './organization/organization.ts';
import { accountRoutes } from './people/accounts.routes.ts';
import { employeeRoutes } from './people/employees.routes.ts';
import { invitationRoutes } from './people/invitations.routes.ts';
import { recoveryRoutes } from './people/recovery.routes.ts';
import { setupRoutes } from './people/setup.ts';
import { applicationRoutes } from './referrals/applications.routes.ts';
import { clientRoutes, saleRoutes } from './referrals/clients/clients.routes.ts';
import { waitingSaleRoutes } from './referrals/clients/waiting-sales.ts';
import { leadCommentRoutes } from './referrals/leads/lead-comments.ts';
import { leadRoutes } from './referrals/leads/leads.routes.ts';
import { ownSiteRoutes } from './referrals/own-site/conversions.ts';
import { siteFormRoutes } from './referrals/own-site/site-forms.ts';
import { partnerRoutes } from './referrals/partners.routes.ts';
import { programRoutes } from './referrals/programs.routes.ts';
import { publicRoutes } from './referrals/referral-page.routes.ts';
import { termsRoutes } from './referrals/terms.routes.ts';

/** All calls of the server. */
export const routes = {
  ...accountRoutes,
  ...organizationRoutes,
  ...programRoutes,
  ...termsRoutes,
  ...sharedRequisiteRoutes,
  ...partnerRoutes,
  ...invitationRoutes,
  ...applicationRoutes,
  ...employeeRoutes,
  ...recoveryRoutes,
  ...setupRoutes,
  ...leadRoutes,
  ...leadCommentRoutes,
  ...ownSiteRoutes,
  ...siteFormRoutes,
  ...clientRoutes,
  ...saleRoutes,
  ...waitingSaleRoutes,
  ...accrualRoutes,
  ...paymentRoutes,
  ...keptFileRoutes,
  ...paymentAttemptRoutes,
  ...registryRoutes,
  ...bankFileRoutes,
  ...bankStatementRoutes,
  ...bankDocumentRoutes,
  ...homeRoutes,
  ...messageRoutes,
  ...senderRoutes,
  ...webhookRoutes,
  ...crmRoutes,
  ...outsideEventRoutes,
  ...journalRoutes,
  ...taxStatusRoutes,
  ...receiptRoutes,
  ...taxRoutes,
  ...closedMonthRoutes,
  ...bankRoutes,
  ...actRoutes,
  ...importRoutes,
  ...searchRoutes,
  ...listViewRoutes,
  ...apiKeyRoutes,
  ...publicRoutes,
  schema: {
    method: 'GET',
    path: '/api/schema/',
    name: 'This description',
    access: 'public',
    response: z.looseObject({ openapi: z.string() }),
  },
  health: {
    method: 'GET',
    path: '/api/health/',
    name: 'Health',
    access: 'public',
    response: health,
  },
} as const satisfies Record<string, RouteContract>;

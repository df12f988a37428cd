import { createLoggedAccounts } from './app-accounts.ts';
import type { AppDeps } from './app-deps.ts';
import { createRecordedExports } from './app-exports.ts';
import { createAppOperator } from './app-operator.ts';
import { createDownloadJournal, createJournal } from './audit/index.ts';
import type { AppSettings } from './config/settings.ts';
import { serveHttp } from './http.ts';
import { createImports } from './imports/index.ts';
import { createInsights } from './insights/index.ts';
import { createApiKeys, createCrm, createInbox, createWebhooks } from './integrations/index.ts';
import { createJobs } from './jobs.ts';
import { createMessages } from './messages/index.ts';
import { createMoney } from './money/index.ts';
import { createBanks, createOrganization, createSupport } from './organization/index.ts';
import {
  checkNewOwner,
  createCaptcha,
  createEmployees,
  createInvitations,
  createRecovery,
  createSetup,
  refuseRobots,
} from './people/index.ts';
import { createDashboard } from './platform/dashboard/dashboard.ts';
import { dashboardRoutes } from './platform/dashboard/routes.ts';
import { unmonitoredDisk } from './platform/folder/disk.ts';
import type { Principal } from './platform/http/principal.ts';
import { readLists } from './platform/http/reads.ts';
import { drainable } from './platform/http/server/drain.ts';
import { createHttp } from './platform/http/server/http.ts';
import { measureRequests } from './platform/http/server/measure-requests.ts';
import {
  createApplications,
  createClients,
  createLeads,
  createLinks,
  createOwnSite,
  createPartners,
  createPrograms,
  createReferralPage,
  leadEvents,
  recordChangedPartner,
} from './referrals/index.ts';

const sendsSms = ({ sms, isRehearsed }: AppSettings['messages']) => sms !== undefined || isRehearsed;

/** Builds the server without a port or a process. All dependencies are passed in. */
export function buildApp({
  db,
  clock,
  fetch,
  settings,
  disk = unmonitoredDisk,
  isEmbedded = false,
  onRefresh,
  watch,
  ...overrides
}: AppDeps) {
  const app = createHttp(settings.http);
  if (watch) measureRequests(app, watch.onRequest);
  const drain = drainable(app);
  readLists(app, overrides.reads);
  const captcha =
    settings.captcha &&
    createCaptcha(settings.captcha, fetch, (err) => app.log.warn({ err }, 'captcha check failed'));
  const accounts = createLoggedAccounts({
    ...{ db, clock, captcha, onRefresh, log: app.log },
    settings: settings.accounts,
    passwordStrength: overrides.passwordStrength,
    onPasswords: watch?.passwords,
  });

  const checkPassword = ({ user }: Principal, password: string, network: string) =>
    accounts.checkPassword({ user, network }, password);
  const journalDownload = createDownloadJournal(db, clock);
  const serveExport = createRecordedExports({ db, clock, journalDownload, log: app.log });
  const base = { db, clock, publicUrl: settings.publicUrl };
  const support = createSupport(db, settings.dashboard.supportUrl);
  const organization = createOrganization({ ...base, onChange: support.invalidate });
  const invitations = createInvitations({
    ...base,
    settings: settings.invitations,
    people: {
      joinAs: accounts.joining.invited,
      employ: accounts.access.employ,
      enableSignIn: accounts.access.switchOn,
      recordPartner: recordChangedPartner,
    },
  });
  const employees = createEmployees({
    db,
    clock,
    access: accounts.access,
    invitations: invitations.ofEmployees.list,
  });
  const recovery = createRecovery({
    ...base,
    renewPassword: accounts.renewPassword,
    checkPassword,
    recordPartner: recordChangedPartner,
    passCaptcha: captcha && ((token, address) => refuseRobots(captcha, token, address)),
  });
  const ownerProof = { checkPassword, checkOwner: checkNewOwner };
  const apiKeys = createApiKeys({ db, clock, ...ownerProof });
  const setup = createSetup({ db, clock, createOrganizationWithOwner: accounts.createOrganizationWithOwner });
  const partners = createPartners({
    ...base,
    serveExport,
    invitations: invitations.ofCard,
    access: accounts.access,
    applyToApplications: (...decision) => applications.decisions.applyCardTransition(...decision),
    enrollPartners: (...args) => programs.enrollNewPartners(...args),
  });
  const links = createLinks({
    ...base,
    readProgram: (viewer, id) => programs.get(viewer, id),
    journalDownload,
  });
  const programs = createPrograms({
    ...base,
    issueFirstLinks: links.issueFirst,
    decideRequest: (...decision) => applications.decisions.decide(...decision),
  });
  const applications = createApplications({
    ...base,
    captcha,
    phoneProof: overrides.phoneProof ?? (sendsSms(settings.messages) ? recovery.phoneProof : undefined),
    joinByPassword: accounts.joining.byPassword,
    joinInvited: accounts.joining.invited,
    enableSignIn: accounts.access.switchOn,
    enrollments: { approve: programs.approveEnrollment, set: programs.setEnrollment },
    invite: invitations.ofCard.issue,
    readPartner: partners.get,
  });
  const money = createMoney({
    db,
    clock,
    fetch,
    serveExport,
    journalDownload,
    taxService: settings.taxService,
    methodProof: sendsSms(settings.messages) ? recovery.methodProof : undefined,
  });
  const journal = createJournal({ db, serveExport });
  const banks = createBanks({ db, clock });
  const leads = createLeads({ db, clock, serveExport, events: overrides.events ?? leadEvents });
  const { secret: secretKey } = settings.accounts.tokens;
  const ownSite = createOwnSite({ db, clock, secretKey, takeLead: leads.intake });
  const clients = createClients({ db, clock, serveExport, changeDeal: leads.changeDeal });
  const imports = createImports({
    ...{ db, clock, isEmbedded },
    journalDownload,
    partnerWrites: partners.writes,
    leads,
    clients,
    openingBalances: money.accruals.openingBalances,
  });
  const outgoing = { db, clock, ...ownerProof, secretKey };
  const { resolveHost } = overrides;
  const webhooks = createWebhooks({ ...outgoing, settings: settings.webhooks, resolveHost });
  const crm = createCrm({
    ...outgoing,
    settings: { ...settings.webhooks, resolveHost },
    leads: { moveLeads: leads.movePaths, changeDeal: leads.changeDeal },
  });
  const inbox = createInbox({
    db,
    clock,
    isEmbedded,
    handlers: { deal: crm.applyDeals },
    onError: (err) => app.log.error({ err }, 'outside event failed'),
  });
  const insights = createInsights({
    db,
    clock,
    serveExport,
    searches: {
      leads: leads.search,
      clients: clients.search,
      partners: partners.search,
      payments: money.payments.search,
      programs: programs.search,
    },
  });
  const messages = createMessages({
    ...base,
    fetch,
    supportUrl: settings.dashboard.supportUrl,
    settings: settings.messages,
    secretKey,
    ...ownerProof,
    onDelivered: watch?.onDelivery,
    onDown: (channel, problem) => app.log.warn({ channel, problem }, 'message channel down'),
    onError: (err) => app.log.error({ err }, 'bot reply not sent'),
  });
  const referralPage = createReferralPage({
    db,
    clock,
    captcha,
    formLimits: settings.formLimits,
    takeLead: leads.intake,
    onLostVisit: (err) => app.log.warn({ err }, 'visit not recorded'),
  });
  const jobs = createJobs(
    {
      db,
      clock,
      settings,
      isEmbedded,
      ...{ accounts, recovery, referralPage, clients, imports, messages, money, webhooks, crm },
      inbox,
    },
    { watch, log: app.log },
  );
  app.addHook('onClose', async () => {
    await Promise.all([jobs.stop(), referralPage.settled(), crm.close()]);
    await messages.close();
    await webhooks.close();
  });

  const dashboard = createDashboard(settings.dashboard, support.current);
  serveHttp(app, {
    db,
    clock,
    settings,
    disk,
    authenticate: apiKeys.authenticate(accounts.authenticate),
    contexts: [
      ...[accounts, organization, programs, partners, links, leads],
      ...[ownSite, clients, money, insights, referralPage],
      ...[invitations, employees, recovery, setup, messages, applications, journal, banks, apiKeys],
      ...[imports, webhooks, crm, inbox],
    ],
    sites: [
      (site) => organization.site(site, dashboard),
      (site) => dashboardRoutes(site, dashboard),
      (site) => referralPage.site(site, dashboard),
    ],
  });
  return {
    app,
    accounts,
    messages,
    jobs,
    /** Makes a proxy send its requests to other processes. Call it some time before the server ends. */
    drain,
    settled: referralPage.settled,
    offerSetup: setup.offer,
    operator: createAppOperator({ db, clock, ...{ recovery, invitations, banks, clients, webhooks, inbox } }),
  };
}

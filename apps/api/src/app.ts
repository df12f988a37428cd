import type { AppDeps } from './app-deps.ts';
import { createDownloadJournal, createJournal } from './audit/index.ts';
import { createOperator } from './cli/operator.ts';
import type { AppSettings } from './config/settings.ts';
import { serveHttp } from './http.ts';
import { createHome, createListViews, createSearch } from './insights/index.ts';
import { jobsOf } from './jobs.ts';
import { createMessages, notifyExport } from './messages/index.ts';
import {
  createAccruals,
  createActs,
  createBankStatements,
  createPayments,
  createPayoutMethods,
  createReceipts,
  createTaxes,
  createTaxStatus,
} from './money/index.ts';
import { createBanks, createOrganization, createSupport } from './organization/index.ts';
import {
  checkNewOwner,
  createAccounts,
  createCaptcha,
  createEmployees,
  createInvitations,
  createRecovery,
  createSetup,
  refuseRobots,
} from './people/index.ts';
import { createDashboard } from './platform/dashboard/dashboard.ts';
import { dashboardRoutes } from './platform/dashboard/routes.ts';
import { createExports } from './platform/export/serve-export.ts';
import { unmonitoredDisk } from './platform/folder/disk.ts';
import { readLists } from './platform/http/reads.ts';
import { drainable } from './platform/http/server/drain.ts';
import { createHttp } from './platform/http/server/http.ts';
import { measureRequests } from './platform/http/server/measure-requests.ts';
import { maskPhone } from './platform/http/server/request-log.ts';
import { createJobRunner } from './platform/jobs.ts';
import {
  createApplications,
  createLeads,
  createLinks,
  createPartners,
  createPrograms,
  createReferralPage,
  leadEvents,
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
  ...instead
}: AppDeps) {
  const app = createHttp(settings.http);
  if (watch) measureRequests(app, watch.onRequest);
  const drain = drainable(app);
  readLists(app, instead.reads);
  const captcha =
    settings.captcha &&
    createCaptcha(settings.captcha, fetch, (err) => app.log.warn({ err }, 'captcha check failed'));
  const accounts = createAccounts({
    db,
    clock,
    settings: settings.accounts,
    captcha,
    passwordStrength: instead.passwordStrength,
    onPasswords: watch?.passwords,
    onRefresh: (event) => {
      if (event.outcome === 'reused') app.log.warn({ session: event.sessionId }, 'refresh token reused');
      onRefresh?.(event);
    },
    onFailedSignIn: ({ phone, address }) => {
      app.log.info({ phone: maskPhone(phone), address }, 'sign-in failed');
    },
  });

  const journalDownload = createDownloadJournal(db, clock);
  const serveExport = createExports(clock, {
    onStart: ({ viewer, params: { id: partnerId }, query: filters, ...file }) =>
      journalDownload(viewer, {
        ...file,
        filters,
        ...(typeof partnerId === 'string' && { object: { kind: 'partner', id: partnerId, partnerId } }),
      }),
    async onFinish({ organizationId, ...file }) {
      if (organizationId === null) return;
      await db
        .transaction()
        .execute((trx) => notifyExport(trx, { ...file, organizationId, at: clock() }))
        .catch((err: unknown) => app.log.error({ err }, 'export notification failed'));
    },
  });
  const { publicUrl } = settings;
  const support = createSupport(db, settings.dashboard.supportUrl);
  const organization = createOrganization({ db, clock, publicUrl, onChange: support.forget });
  const invitations = createInvitations({
    db,
    clock,
    publicUrl,
    settings: settings.invitations,
    people: {
      joinAs: accounts.joining.invited,
      employ: accounts.access.employ,
      readmit: accounts.access.switchOn,
    },
  });
  const employees = createEmployees({
    db,
    clock,
    access: accounts.access,
    invitations: invitations.ofEmployees.list,
  });
  const recovery = createRecovery({
    db,
    clock,
    publicUrl,
    renewPassword: accounts.renewPassword,
    checkPassword: ({ user }, password, network) => accounts.checkPassword({ user, network }, password),
    passCaptcha: captcha && ((token, address) => refuseRobots(captcha, token, address)),
  });
  const setup = createSetup({ db, clock, found: accounts.found });
  const partners = createPartners({
    db,
    clock,
    serveExport,
    publicUrl,
    invitations: invitations.ofCard,
    access: accounts.access,
    decided: (...decision) => applications.decisions.decided(...decision),
    takeIn: (...place) => programs.takeNewcomer(...place),
  });
  const links = createLinks({
    db,
    clock,
    publicUrl,
    readProgram: (viewer, id) => programs.get(viewer, id),
    journalDownload,
  });
  const programs = createPrograms({
    db,
    clock,
    publicUrl,
    issueFirstLink: links.issueFirst,
    decideRequest: (...decision) => applications.decisions.decide(...decision),
  });
  const applications = createApplications({
    db,
    clock,
    captcha,
    publicUrl,
    phoneProof: instead.phoneProof ?? (sendsSms(settings.messages) ? recovery.phoneProof : undefined),
    joinAs: accounts.joining.byPassword,
    joinInvited: accounts.joining.invited,
    readmit: accounts.access.switchOn,
    places: { approve: programs.approvePlace, set: programs.setPlace },
    invite: invitations.ofCard.issue,
    readPartner: partners.get,
  });
  const payments = createPayments({ db, clock, serveExport, journalDownload });
  const bankStatements = createBankStatements({ db, clock, namedPayments: payments.named });
  const payoutMethods = createPayoutMethods({
    db,
    clock,
    proof: sendsSms(settings.messages) ? recovery.methodProof : undefined,
  });
  const accruals = createAccruals({ db, clock, serveExport });
  const home = createHome({ db, clock });
  const journal = createJournal({ db, serveExport });
  const { statusUrl, receiptsUrl } = settings.taxService;
  const taxStatus = createTaxStatus({ db, clock, fetch, url: statusUrl });
  const banks = createBanks({ db, clock });
  const acts = createActs({ db, clock, journalDownload });
  const taxes = createTaxes({ db, serveExport });
  const receipts = createReceipts({ db, clock, fetch, serveExport, url: receiptsUrl });
  const leads = createLeads({ db, clock, serveExport, events: instead.events ?? leadEvents });
  const listViews = createListViews({ db, clock });
  const search = createSearch({
    leads: leads.found,
    partners: partners.found,
    payments: payments.found,
    programs: programs.found,
  });
  const messages = createMessages({
    db,
    clock,
    fetch,
    publicUrl,
    supportUrl: settings.dashboard.supportUrl,
    settings: settings.messages,
    secretKey: settings.accounts.tokens.secret,
    checkOwner: checkNewOwner,
    checkPassword: ({ user }, password, network) => accounts.checkPassword({ user, network }, password),
    onDelivered: watch?.onDelivery,
    onDown: (channel, problem) => app.log.warn({ channel, problem }, 'message channel down'),
    onError: (err) => app.log.error({ err }, 'bot reply not sent'),
  });
  const referralPage = createReferralPage({
    db,
    clock,
    captcha,
    ceilings: settings.ceilings,
    takeLead: leads.intake,
    onLostVisit: (err) => app.log.warn({ err }, 'visit not recorded'),
  });
  const jobs = createJobRunner(
    jobsOf({
      db,
      clock,
      settings,
      isEmbedded,
      ...{ accounts, recovery, referralPage, messages, taxStatus, receipts, accruals },
    }),
    {
      onRun: (job, seconds, hasFailed) => watch?.onJobRun(job, seconds, hasFailed),
      onError: (job, err) => app.log.error({ err, job }, 'job failed'),
    },
  );
  watch?.onJobs(jobs.names);
  app.addHook('onClose', async () => {
    await Promise.all([jobs.stop(), referralPage.settled()]);
    await messages.close();
  });

  const dashboard = createDashboard(settings.dashboard, support.current);
  serveHttp(app, {
    db,
    clock,
    settings,
    disk,
    authenticate: accounts.authenticate,
    contexts: [
      ...[accounts, organization, programs, partners, links, leads, accruals, payments, payoutMethods],
      ...[bankStatements, home, referralPage, invitations, employees, recovery, setup, messages],
      ...[applications, journal, taxStatus, taxes, receipts, banks, acts, search, listViews],
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
    operator: createOperator({
      db,
      clock,
      recoveryOf: recovery.ofPhone,
      changePhone: recovery.changePhone,
      invite: invitations.ofEmployees.invite,
      loadBanks: banks.load,
    }),
  };
}

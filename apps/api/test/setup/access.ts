import { type RouteContract, routes } from '@referral-dashboard/api-contract';
import { BODIES, type Name, type Objects } from './access-bodies.ts';

const QUERIES: Partial<Record<Name, string>> = {
  unlinkTelegram: '?bot=1',
  checkCode: '?code=free-code',
  bank: '?bik=044525225',
  imports: '?kind=leads',
  importRows: '?state=refused',
  search: '?search=%D0%9A%D0%BB%D0%B8%D0%B5%D0%BD%D1%82',
  listViews: '?list=leads',
  banks: '?search=%D0%B1%D0%B0%D0%BD%D0%BA',
  exportLeads: '?format=csv',
  exportClients: '?format=csv',
  exportSales: '?format=csv',
  exportPartners: '?format=csv',
  exportAccruals: '?format=csv',
  exportPayments: '?format=csv',
  exportHomeSummary: '?format=csv',
  exportHomeIncome: '?format=csv',
  registryFile: '?format=csv',
  actFile: '?format=xlsx',
  exportJournal: '?format=csv',
  exportReceipts: '?format=csv',
  exportBankDocuments: '?format=csv',
  taxMonth: '?month=2026-11',
  exportTaxes: '?format=csv&month=2026-11',
  taxYear: '?year=2026',
  exportTaxYear: '?format=csv&year=2026',
  statement: '?from=2026-01-01&to=2026-12-31',
  statementPdf: '?from=2026-01-01&to=2026-12-31',
  exportStatement: '?format=csv&from=2026-01-01&to=2026-12-31',
};

const OF_PATH: [RegExp, keyof Objects][] = [
  [/sessions\/\{id\}/, 'session'],
  [/views\/\{id\}/, 'listView'],
  [/outside-events\/\{id\}/, 'outsideEvent'],
  [/webhook-deliveries\/\{id\}/, 'webhookDelivery'],
  [/webhooks\/\{id\}/, 'webhook'],
  [/crm-connections\/\{id\}/, 'crmConnection'],
  [/site-forms\/\{id\}/, 'siteForm'],
  [/deliveries\/\{id\}/, 'delivery'],
  [/journal\/\{id\}/, 'journalEntry'],
  [/enrollments\/\{id\}/, 'enrollment'],
  [/groups\/\{id\}/, 'group'],
  [/terms\/\{id\}/, 'personalTerms'],
  [/programs\/\{id\}/, 'program'],
  [/partners\/\{id\}/, 'partner'],
  [/links\/\{id\}/, 'link'],
  [/leads\/\{id\}/, 'lead'],
  [/clients\/\{id\}/, 'client'],
  [/waiting-sales\/\{id\}/, 'waitingSale'],
  [/imports\/\{id\}/, 'import'],
  [/sales\/\{id\}/, 'sale'],
  [/lead-comments\/\{id\}/, 'leadComment'],
  [/accruals\/\{id\}/, 'accrual'],
  [/payments\/\{id\}/, 'payment'],
  [/registries\/\{id\}/, 'registry'],
  [/file-downloads\/\{id\}/, 'fileDownload'],
  [/bank-statements\/\{id\}/, 'bankStatement'],
  [/acts\/\{id\}/, 'act'],
  [/payout-methods\/\{id\}/, 'method'],
  [/api-keys\/\{id\}/, 'apiKey'],
  [/employees\/\{id\}/, 'employee'],
  [/employee-invitations\/\{id\}/, 'employeeInvitation'],
];

export type RouteEntry = { name: Name; route: RouteContract };

/** Every route of the contract. */
export const allRoutes: RouteEntry[] = (Object.keys(routes) as Name[]).map((name) => ({
  name,
  route: routes[name],
}));

/** Every route of the home page, the referral programs and the public pages. */
export const roleRoutes = allRoutes.filter(({ route }) =>
  /^\/api\/(home|referral|public)\//.test(route.path),
);

/**
 * Returns a valid request to a route for the given objects.
 *
 * @throws Error when the route takes a body and `BODIES` has none for it.
 */
export function buildRequest(
  { name, route }: RouteEntry,
  objects: Objects,
): { path: string; body: object | undefined } {
  const body = BODIES[name];
  if (route.body !== undefined && body === undefined) throw new Error(`BODIES has no body for ${name}`);
  const about = OF_PATH.find(([pattern]) => pattern.test(route.path))?.[1];
  const path = route.path
    .replace('{code}', route.path.includes('/join/') ? objects.joinCode : objects.code)
    .replace('{id}', about === undefined ? '' : objects[about]);
  return { path: `${path}${QUERIES[name] ?? ''}`, body: body?.(objects) };
}

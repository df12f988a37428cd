import { type RouteContract, routes } from '@referral-dashboard/api-contract';

type Name = keyof typeof routes;

/** What stands in the braces of a path, by what the path is about. */
export type Objects = {
  program: string;
  enrollment: string;
  partner: string;
  link: string;
  lead: string;
  code: string;
};

/** Bodies that pass the contract, so that a refusal is about who calls and not about what was sent. */
const BODIES: Partial<Record<Name, (objects: Objects) => object>> = {
  updateOrganization: () => ({ site: 'https://example.ru' }),
  createProgram: () => ({ name: 'Новая программа' }),
  updateProgram: () => ({ version: 1, description: 'Другое описание' }),
  enroll: ({ partner }) => ({ partner }),
  moveEnrollment: () => ({ action: 'pause' }),
  createPartner: () => ({ phone: '+79031112233' }),
  updatePartner: () => ({ version: 1, note: 'Другая заметка' }),
  createLink: ({ program }) => ({ program }),
  updateLink: () => ({ label: 'Другая подпись' }),
  createLead: ({ program }) => ({ name: 'Иван', phone: '+79031112244', program }),
  updateLead: () => ({ version: 1, comment: 'Другой комментарий' }),
  moveLead: () => ({ version: 1, to: 'in_progress' }),
  bulkMoveLeads: ({ lead }) => ({ ids: [lead], to: 'in_progress' }),
  recordClick: () => ({}),
  submitLead: () => ({ name: 'Иван', phone: '+79031112255', consent: true }),
  ...Object.fromEntries(
    ['activateProgram', 'pauseProgram', 'archiveProgram', 'restoreProgram', 'duplicateProgram'].map(
      (name) => [name, () => ({})],
    ),
  ),
  ...Object.fromEntries(
    ['approve', 'reject', 'reopen', 'block', 'unblock', 'archive', 'restore'].map((word) => [
      `${word}Partner`,
      () => ({ reason: 'Так решили' }),
    ]),
  ),
};

const QUERIES: Partial<Record<Name, string>> = {
  checkCode: '?code=free-code',
  exportLeads: '?format=csv',
  exportPartners: '?format=csv',
};

const OF_PATH: [RegExp, keyof Objects][] = [
  [/enrollments\/\{id\}/, 'enrollment'],
  [/programs\/\{id\}/, 'program'],
  [/partners\/\{id\}/, 'partner'],
  [/links\/\{id\}/, 'link'],
  [/leads\/\{id\}/, 'lead'],
];

export type WalkedRoute = { name: Name; route: RouteContract };

/** Every call of the referral domain. A new one that has a body fails here until it is told what to send. */
export const walkedRoutes: WalkedRoute[] = (Object.keys(routes) as Name[])
  .map((name) => ({ name, route: routes[name] as RouteContract }))
  .filter(({ route }) => /^\/api\/(referral|public)\//.test(route.path));

/** A sound request of a route, about these objects. */
export function requestOf(
  { name, route }: WalkedRoute,
  objects: Objects,
): { path: string; body: object | undefined } {
  const body = BODIES[name];
  if (route.body !== undefined && body === undefined)
    throw new Error(`${name}: no body is known that it takes`);
  const about = OF_PATH.find(([pattern]) => pattern.test(route.path))?.[1];
  const path = route.path
    .replace('{code}', objects.code)
    .replace('{id}', about === undefined ? '' : objects[about]);
  return { path: `${path}${QUERIES[name] ?? ''}`, body: body?.(objects) };
}

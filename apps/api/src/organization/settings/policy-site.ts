import type { FastifyInstance } from 'fastify';
import type { Dashboard } from '../../platform/dashboard/dashboard.ts';
import type { Db } from '../../platform/db/db.ts';
import { html } from '../../platform/html.ts';

type ById = { Params: { id: string } };

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const TITLE = 'Политика обработки персональных данных';

/** Path of the page with an organization's privacy policy. */
export const policyPath = (organizationId: string) => `/policy/${organizationId}`;

/** Pages at /policy/{id}: the privacy policy of an organization without an own page. */
export function policySite(app: FastifyInstance, db: Db, dashboard: Dashboard) {
  app.get<ById>('/policy/:id', { config: { access: 'public' } }, async (request, reply) => {
    const { id } = request.params;
    const found = UUID.test(id)
      ? await db
          .selectFrom('organizations')
          .select(['name', 'legal_name', 'privacy_policy'])
          .where('id', '=', id)
          .where('privacy_policy', '<>', '')
          .executeTakeFirst()
      : undefined;
    const [heading, text] =
      found === undefined ? ['Такой страницы нет', 'Проверьте адрес.'] : [TITLE, found.privacy_policy];
    const owner = found && (found.legal_name || found.name);
    return dashboard.sendContent(reply, found === undefined ? 404 : 200, {
      title: [heading, owner].filter(Boolean).join(' · '),
      head: html`<meta name="robots" content="noindex">`,
      body: html`<main><div class="ref"><article class="ref-sheet"><div class="ref-head"><h1>${heading}</h1></div>
${text.split(/\n+/).map((line) => html`<p class="ref-text">${line}</p>`)}</article></div></main>`,
      isLive: false,
    });
  });
}

import type { FastifyInstance } from 'fastify';
import type { Dashboard } from '../../platform/dashboard/dashboard.ts';
import type { Db } from '../../platform/db/db.ts';
import { html } from '../../platform/html.ts';

type ById = { Params: { id: string } };

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const TITLE = 'Политика обработки персональных данных';

/** Path of the page with the privacy policy of an organization. */
export const policyPath = (organizationId: string) => `/policy/${organizationId}`;

/** Registers /policy/{id}: the privacy policy of an organization whose policy is stored on this server. */
export function policySite(app: FastifyInstance, db: Db, dashboard: Dashboard) {
  app.get<ById>('/policy/:id', { config: { access: 'public' } }, async (request, reply) => {
    const { id } = request.params;
    const organization = UUID.test(id)
      ? await db
          .selectFrom('organizations')
          .select(['name', 'legal_name', 'privacy_policy'])
          .where('id', '=', id)
          .where('privacy_policy', '<>', '')
          .executeTakeFirst()
      : undefined;
    const [heading, text] =
      organization === undefined
        ? ['Такой страницы нет', 'Проверьте адрес.']
        : [TITLE, organization.privacy_policy];
    const owner = organization && (organization.legal_name || organization.name);
    return dashboard.sendContent(reply, organization === undefined ? 404 : 200, {
      title: [heading, owner].filter(Boolean).join(' · '),
      head: html`<meta name="robots" content="noindex">`,
      body: html`<main><div class="ref"><article class="ref-card"><div class="ref-head"><h1>${heading}</h1></div>
${text.split(/\n+/).map((line) => html`<p class="ref-text">${line}</p>`)}</article></div></main>`,
      isLive: false,
    });
  });
}

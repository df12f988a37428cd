import { type Failure, type FieldErrors, routes } from '@referral-dashboard/api-contract';
import {
  FORM_TEXT,
  missingIn,
  PAGE_NOTICES,
  pageTitle,
} from '@referral-dashboard/api-contract/referral-page-text';
import type {
  ReferralPageView,
  RenderReferralPage,
} from '@referral-dashboard/api-contract/referral-page-view';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Dashboard } from '../../platform/dashboard/dashboard.ts';
import { ApiError, type ErrorResponse, noSuchObject } from '../../platform/errors.ts';
import { dataElement, Html } from '../../platform/html.ts';
import { responseTo } from '../../platform/http/failures.ts';
import { validate } from '../../platform/http/validate.ts';
import { canonicalAddress } from './canonical-address.ts';
import { BLANK, type FormFields, readForm, toRequestBody } from './form-fields.ts';
import { renderBrandStyles, renderHead } from './page/page-head.ts';
import type { Target } from './referral-page.repo.ts';
import type { ReferralPageService } from './referral-page.service.ts';
import { toSender } from './sender.ts';

const PUBLIC = { config: { access: 'public' } } as const;

export type ReferralSiteDeps = {
  service: ReferralPageService;
  /** Returns the page of the organization's own site that a link opens. */
  redirect: (target: Target, code: string, request: FastifyRequest) => string | undefined;
  dashboard: Dashboard;
};

/**
 * Registers /ref/{code}: a redirect to the organization's own site, or the server-rendered page and its form, which works without
 * JavaScript.
 */
export function referralSite(app: FastifyInstance, { service, redirect, dashboard }: ReferralSiteDeps) {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: unknown, body: string) => readForm(body),
  );

  const renderer = dashboard.loadServerModule('referral-server');

  /** Sends a page. The dashboard says what to do when it is not built. */
  async function send(reply: FastifyReply, status: number, view: ReferralPageView, data?: Html) {
    const { renderReferralPage: render } = (await renderer) as { renderReferralPage?: RenderReferralPage };
    if (render === undefined) return dashboard.sendPage(reply, status);
    const page = view.kind === 'notice' ? null : view.page;
    return dashboard.sendContent(reply, status, {
      title: pageTitle(page),
      head: renderHead(page),
      styles: renderBrandStyles(page),
      body: new Html(render(view)),
      isLive: data !== undefined,
      ...(data && { data }),
    });
  }
  const sendUnknown = (reply: FastifyReply) => send(reply, 404, { kind: 'notice', ...PAGE_NOTICES.unknown });

  app.setErrorHandler(async (error: unknown, request, reply) => {
    const { status, body, headers = {} } = responseTo(error, request);
    reply.headers(headers);
    if (status === 404) return sendUnknown(reply);
    // The dashboard may still load; it shows an error page with a retry button.
    if (request.method !== 'POST') return dashboard.sendPage(reply, status);
    const detail = isFailure(body) ? body.detail : '';
    const text = `${detail} Вернитесь на предыдущую страницу и повторите.`;
    return send(reply, status, { kind: 'notice', title: FORM_TEXT.failed, text });
  });

  app.get<ByCode>('/ref/:code', PUBLIC, async (request, reply) => {
    const canonical = canonicalAddress(request.originalUrl);
    if (canonical !== undefined) return reply.redirect(canonical, 301);
    const code = parseCode(request);
    const target = code === null ? null : await nullIfNotFound(service.find(code));
    const address = target && redirect(target, request.params.code, request);
    if (address) return reply.header('cache-control', 'no-store').redirect(address, 302);
    const found = target && service.view(target);
    // Parsed by the contract schema, which removes fields that visitors may not see.
    const page = found && routes.referralPage.response.parse(found);
    const { code: requestedCode } = request.params;
    const data = dataElement('server-data', { code: requestedCode, page });
    return send(reply, page === null ? 404 : 200, { kind: 'page', code: requestedCode, page }, data);
  });

  app.get('/ref/:code/*', PUBLIC, async (request, reply) => {
    const canonical = canonicalAddress(request.originalUrl);
    if (canonical !== undefined) return reply.redirect(canonical, 301);
    return sendUnknown(reply);
  });

  app.post<ByCode>('/ref/:code', PUBLIC, async (request, reply) => {
    const code = parseCode(request);
    if (code === null) throw noSuchObject();
    const fields = (request.body as FormFields | undefined) ?? BLANK;
    try {
      const lead = validate(routes.submitLead.body, toRequestBody(fields));
      const { success_text } = await service.submit(code, lead, toSender(request), 'form');
      return await send(reply, 200, {
        kind: 'sent',
        code,
        page: await service.page(code),
        text: success_text,
      });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return refuse(reply, code, fields, error.response);
    }
  });

  /** Renders the form again with error messages, or a notice when the program no longer accepts leads. */
  async function refuse(reply: FastifyReply, code: string, values: FormFields, response: ErrorResponse) {
    const page = await service.page(code);
    const { status, body, headers = {} } = response;
    const errors = isFailure(body)
      ? { non_field_errors: [body.detail] }
      : { ...body, ...formMessages(values) };
    reply.headers(headers);
    return send(reply, page.state === 'open' ? status : 409, { kind: 'refused', code, page, values, errors });
  }
}

/** Validation errors in the wording of the dashboard form. */
const formMessages = (fields: FormFields): FieldErrors =>
  Object.fromEntries(Object.entries(missingIn(fields)).map(([field, message]) => [field, [message]]));

const isFailure = (body: ErrorResponse['body']): body is Failure =>
  'detail' in body && typeof body.detail === 'string';

type ByCode = { Params: { code: string } };

/** `null` when the parameter cannot be a code. */
function parseCode({ params }: FastifyRequest<ByCode>): string | null {
  const result = routes.referralPage.params.safeParse(params);
  return result.success ? result.data.code : null;
}

/** Converts a 404 error into `null`. */
const nullIfNotFound = <Found>(object: Promise<Found>): Promise<Found | null> =>
  object.catch((error: unknown) => {
    if (error instanceof ApiError && error.response.status === 404) return null;
    throw error;
  });

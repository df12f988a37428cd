import type { PublicLead, ReferralPage } from '@referral-dashboard/api-contract';
import { brandColors } from '../../organization/index.ts';
import { type Clock, DAY_MS } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { conflict, invalid, noSuchObject } from '../../platform/errors.ts';
import type { Limit, Limits } from '../../platform/http/limits/limits.ts';
import { type IncomingLead, writtenFields } from '../leads/leads.ts';
import { createFormLimits, type FormLimits } from './form-limits.ts';
import { pageState } from './page/page-state.ts';
import { referralPageRepo, type Target } from './referral-page.repo.ts';

const BY_NETWORK: Limit = { name: 'public-lead:network', max: 20, seconds: 60 * 60 };
/** Limit for forms that are sent without a captcha. */
const FORM_BY_NETWORK: Limit = { name: 'public-form:network', max: 3, seconds: 60 * 60 };

/** Network address and browser of the sender. */
export type Sender = { address: string; network: string; userAgent: string };

/** Source of a submission: an API call, or a form without JavaScript, which cannot use a captcha. */
export type SubmissionKind = 'call' | 'form';

export type ReferralPageService = ReturnType<typeof createReferralPageService>;

export type ReferralPageServiceDeps = {
  db: Db;
  clock: Clock;
  limits: Limits;
  formLimits: FormLimits;
  /** Undefined: no captcha is required. */
  captcha: ((token: string, address: string) => Promise<'passed' | 'failed' | 'unreachable'>) | undefined;
  takeLead: (trx: Db, lead: IncomingLead) => Promise<string>;
};

const CLOSED: Record<Exclude<ReferralPage['state'], 'open'>, string> = {
  paused: 'Программа приостановлена и сейчас не принимает заявки.',
  ended: 'Программа завершена.',
  closed: 'Заявки по этой ссылке не принимаются.',
};

export function createReferralPageService(parts: ReferralPageServiceDeps) {
  const { db, clock, limits, captcha, takeLead } = parts;
  const formLimits = createFormLimits(db, clock, parts.formLimits);
  const find = async (code: string): Promise<Target> => {
    const target = await referralPageRepo(db).find(code);
    if (target === undefined) throw noSuchObject();
    return target;
  };

  /** @throws ApiError 429 for too many forms from the network. */
  const checkNetwork = (submissionKind: SubmissionKind, network: string) =>
    limits.admit({ limit: submissionKind === 'form' ? FORM_BY_NETWORK : BY_NETWORK, key: network });

  /** @returns whether a captcha confirmed the sender. */
  async function isVerified(token: string, address: string): Promise<boolean> {
    if (captcha === undefined) return true;
    const verdict = await captcha(token, address);
    if (verdict === 'failed') throw invalid({ 'smart-token': ['Подтвердите, что вы не робот.'] });
    return verdict === 'passed';
  }

  async function findConsent(target: Target, version: number | undefined): Promise<string> {
    const current = version === undefined || version === target.consent_version;
    const text = current ? target.consent_id : (await findText(target, version))?.id;
    if (!text)
      throw invalid({ consent: ['Текст согласия изменился. Обновите страницу и прочтите его снова.'] });
    return text;
  }
  const findText = async (target: Target, version: number) =>
    version > 0 && version < 2 ** 31 ? referralPageRepo(db).consentText(target, version) : undefined;

  async function findClick(target: Target, click: string | null | undefined) {
    if (!click) return undefined;
    const since = new Date(clock().getTime() - target.attribution_window_days * DAY_MS);
    return referralPageRepo(db).click(target, click, since);
  }

  function view(target: Target): ReferralPage {
    const { landing, ad_label, ad_erid, consent_version, consent_text } = target;
    return {
      state: pageState(target, clock()),
      organization: {
        name: target.organization_name,
        legal_name: target.legal_name,
        privacy_policy_url: target.privacy_policy_url,
        support_url: target.support_url,
        logo_path: target.logo && `/logo/${target.logo}`,
        colors: brandColors(target.brand_color),
      },
      invited_by: inviter(target),
      landing,
      consent:
        consent_version === null || consent_text === null
          ? null
          : { version: consent_version, text: consent_text },
      ad_label,
      ad_erid,
    };
  }

  return {
    find,

    page: async (code: string): Promise<ReferralPage> => view(await find(code)),

    /** Content of the page of a link. */
    view,

    /** Responds in the same way for a new lead, a repeat, a duplicate and a robot that filled in the hidden field. */
    async submit(
      code: string,
      input: PublicLead,
      { address, network, userAgent }: Sender,
      submissionKind: SubmissionKind,
    ) {
      const target = await find(code);
      const accepted = { success_text: target.landing.success_text };
      if (input.website) return accepted;
      const state = pageState(target, clock());
      if (state !== 'open') throw conflict('closed', CLOSED[state]);
      await checkNetwork(submissionKind, network);
      const verified = submissionKind === 'call' && (await isVerified(input['smart-token'] ?? '', address));
      const textId = await findConsent(target, input.consent_version);
      const click = await findClick(target, input.click);
      const lead: IncomingLead = {
        organizationId: target.organization_id,
        programId: target.program_id,
        partnerId: target.partner_id,
        linkId: target.link_id,
        clickId: click?.id ?? null,
        ...(click && { visit: { ...click.utm, referrer_host: click.referrer_host } }),
        source: 'public_form',
        phone: input.phone,
        ...writtenFields(input),
        unverified: !verified,
        consent: { textId, ip: address, userAgent: userAgent.slice(0, 500) },
        actorId: null,
        requestId: '',
      };
      const isConfirmed = captcha !== undefined && verified;
      await formLimits.within(target, isConfirmed, (trx) => takeLead(trx, lead));
      return accepted;
    },
  };
}

/** Displayed name of the partner: the company, otherwise the first name and an initial. */
function inviter({ company_name, first_name, last_name }: Target): string {
  if (company_name) return company_name;
  return first_name && [first_name, last_name && `${last_name.slice(0, 1)}.`].filter(Boolean).join(' ');
}

import { randomUUIDv7 } from 'node:crypto';
import {
  type ApplicationDecision,
  type ApplicationState,
  type Applications,
  type JoinPage,
  type NewApplication,
  offeredKinds,
} from '@referral-dashboard/api-contract';
import { audit } from '../../audit/index.ts';
import { documentsRepo } from '../../database/rules/documents.ts';
import { brandColors } from '../../organization/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { conflict, invalid, noSuchObject } from '../../platform/errors.ts';
import type { Staff } from '../../platform/http/viewer.ts';
import { hashToken, newToken } from '../../platform/one-time-token.ts';
import { checkCard, emptyCard, toNameColumns } from '../partners/partner-card.ts';
import { checkKind } from '../partners/partner-kinds.ts';
import { notifyApplication } from '../partners/partner-messages.ts';
import { recordPartner } from '../partners/partner-webhooks.ts';
import { optionalRuleView } from '../programs/terms/rule-view.ts';
import type { ApplicationLimits } from './application-limits.ts';
import { applicationsRepo, type JoinTarget } from './applications.repo.ts';
import { applicationView } from './applications.view.ts';
import type { Decisions } from './decisions.ts';
import type { Decision } from './open-applications.ts';

/** Sender of an application. */
export type Applicant = { address: string; network: string; userAgent: string; requestId: string };

export type ApplicationsServiceDeps = {
  db: Db;
  clock: Clock;
  /** Undefined: no captcha is required. */
  captcha: ((token: string, address: string) => Promise<'passed' | 'failed' | 'unreachable'>) | undefined;
  limits: ApplicationLimits;
  /** Proof of the phone by a code. `isAsked` is false when no channel can send codes. */
  joiningByCode: { isAsked: boolean; send: (phone: string, network: string) => Promise<void> };
  decisions: Decisions;
};

const CLOSED = 'Программа сейчас не принимает заявки партнеров.';
const STALE = 'Текст изменился. Обновите страницу и прочтите его снова.';

/** Applications of new partners: the application page, the application, its status and the decision. */
export function createApplicationsService(deps: ApplicationsServiceDeps) {
  const { db, clock, captcha, limits, joiningByCode, decisions } = deps;

  async function find(code: string) {
    const target = await applicationsRepo(db).find(code);
    if (target === undefined) throw noSuchObject();
    const documents = await documentsRepo(db).inForce(target.organization_id);
    return { target, documents, isOpen: isOpen(target, clock()) };
  }

  /** @throws ApiError 400 when the document version is no longer in force. */
  function getConsentIds({ documents }: Awaited<ReturnType<typeof find>>, input: NewApplication) {
    const { offer, personal_data } = documents;
    if (offer === null || personal_data === null) throw conflict('closed', CLOSED);
    if (offer.version !== input.offer_version) throw invalid({ offer: [STALE] });
    if (personal_data.version !== input.personal_data_version) throw invalid({ personal_data: [STALE] });
    return { offer_id: offer.id, personal_data_id: personal_data.id };
  }

  async function checkPerson(token: string, address: string) {
    if (captcha !== undefined && (await captcha(token, address)) === 'failed')
      throw invalid({ 'smart-token': ['Подтвердите, что вы не робот.'] });
  }

  return {
    async page(code: string): Promise<JoinPage> {
      const { target, documents, isOpen } = await find(code);
      const isReady = documents.offer !== null && documents.personal_data !== null;
      return {
        state: isOpen && isReady ? 'open' : 'closed',
        join_policy: target.join_policy,
        organization: {
          name: target.organization_name,
          legal_name: target.legal_name,
          inn: target.inn,
          privacy_policy_url: target.privacy_policy_url,
          support_url: target.support_url,
          logo_path: target.logo && `/logo/${target.logo}`,
          colors: brandColors(target.brand_color),
        },
        program: {
          name: target.name,
          description: target.description,
          reward: optionalRuleView(target),
          reward_event: target.reward_event,
        },
        partner_kinds: offeredKinds(target),
        payment_terms: target.payment_terms,
        ...documents,
      };
    },

    /** Responds in the same way and does the same work for a new phone and a known phone. */
    async apply(code: string, input: NewApplication, applicant: Applicant) {
      const joinPage = await find(code);
      const { organization_id: organizationId, id: programId } = joinPage.target;
      const token = newToken();
      const response = { token, proof: joiningByCode.isAsked ? ('code' as const) : ('none' as const) };
      if (input.website) return response;
      if (!joinPage.isOpen) throw conflict('closed', CLOSED);
      const { phone, kind } = input;
      await limits.apply({ network: applicant.network, programId, organizationId, phone });
      await checkPerson(input['smart-token'] ?? '', applicant.address);
      checkCard(input);
      const consents = getConsentIds(joinPage, input);
      await checkKind(db, organizationId, kind);
      const { last_name, first_name, father_name, company_name, email, inn } = input;
      const fields = { last_name, first_name, father_name, company_name, email, inn, phone, kind };
      const [id, at] = [randomUUIDv7(), clock()];
      await db.transaction().execute(async (trx) => {
        const dates = { created_at: at, updated_at: at };
        const card = { ...emptyCard, ...fields };
        const partner = await applicationsRepo(trx).takeCard(
          {
            ...card,
            ...toNameColumns(card),
            ...dates,
            organization_id: organizationId,
            id,
            user_id: null,
            status: 'pending',
          },
          {
            ...dates,
            organization_id: organizationId,
            id: randomUUIDv7(),
            program_id: programId,
            partner_id: id,
            status: 'pending',
          },
        );
        await applicationsRepo(trx).insert({
          organization_id: organizationId,
          id: randomUUIDv7(),
          program_id: programId,
          partner_id: partner.id,
          is_repeat: partner.isRepeat,
          may_join: partner.mayJoin,
          status: 'pending',
          token_hash: hashToken(token),
          submitted: JSON.stringify(fields),
          ...consents,
          ip: applicant.address,
          user_agent: applicant.userAgent.slice(0, 500),
          created_at: at,
        });
        await audit(trx, {
          organizationId,
          actorId: null,
          requestId: applicant.requestId,
          // A concurrent application with the same phone waits for the card.
          at: clock(),
          action: 'partner.apply',
          kind: 'partner',
          objectId: partner.id,
          diff: diffOfApplication(partner),
        });
        await recordPartner(trx, 'partner.applied', { organizationId, partnerId: partner.id }, clock());
        await notifyApplication(trx, {
          organizationId,
          partnerId: partner.id,
          program: joinPage.target.name,
          at,
        });
      });
      await joiningByCode.send(phone, applicant.network);
      return response;
    },

    async state(token: string, network: string): Promise<ApplicationState> {
      await limits.check(network);
      const application = await applicationsRepo(db).state(hashToken(token));
      if (application === undefined) throw noSuchObject();
      const { may_join, user_id, ...state } = application;
      const byPassword = user_id === null ? 'password' : 'sign_in';
      const entry = may_join && !joiningByCode.isAsked ? byPassword : 'link';
      return {
        ...state,
        entry: state.status === 'approved' ? entry : null,
        created_at: state.created_at.toISOString(),
      };
    },

    async joinPath({ organizationId }: Staff, programId: string): Promise<string> {
      const program = await applicationsRepo(db).joinCode(organizationId, programId);
      if (program === undefined) throw noSuchObject();
      return `/join/${program.join_code}`;
    },

    async ofPartner({ organizationId }: Staff, partnerId: string): Promise<Applications> {
      if (!(await applicationsRepo(db).hasCard(organizationId, partnerId))) throw noSuchObject();
      const rows = await applicationsRepo(db).ofPartner(organizationId, partnerId);
      const requests = await applicationsRepo(db).requests(organizationId, partnerId);
      return {
        requests: requests.map(({ updated_at, ...program }) => ({
          program,
          created_at: updated_at.toISOString(),
        })),
        results: rows.map(applicationView),
      };
    },

    /** @throws ApiError 404 for an unknown card, 409 when there is nothing to decide. */
    decide: (staff: Staff, partnerId: string, input: ApplicationDecision, site: string) =>
      db.transaction().execute((trx) => {
        const { organizationId } = staff;
        const participation = { organizationId, partnerId, programId: input.program };
        return decisions.decide(trx, staff, participation, toDecision(input), site);
      }),
  };
}

const isOpen = ({ status, join_policy, ends_at }: JoinTarget, now: Date) =>
  status === 'active' && join_policy !== 'closed' && (ends_at === null || ends_at > now);

const toDecision = ({ decision, reason, comment }: ApplicationDecision): Decision => {
  if (decision === 'approve') return { status: 'approved' };
  if (reason === '') throw invalid({ reason: ['Укажите причину.'] });
  return { status: 'rejected', reason, comment };
};

/** Audit diff of an application. */
function diffOfApplication({ isRepeat, wasRejected }: { isRepeat: boolean; wasRejected: boolean }) {
  if (wasRejected) return { from: 'rejected', to: 'pending' };
  return isRepeat ? { changed: ['application'] } : { status: 'pending' };
}

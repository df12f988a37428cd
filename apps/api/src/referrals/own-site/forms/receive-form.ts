import type { SiteFormResult } from '@referral-dashboard/api-contract';
import { hashSecret } from '../../../integrations/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { conflict, formatRefusal, noSuchObject, refusalIn, tooManyCalls } from '../../../platform/errors.ts';
import { createLimits } from '../../../platform/http/limits/limits.ts';
import type { Staff } from '../../../platform/http/viewer.ts';
import type { ConversionsService } from '../conversions.service.ts';
import { isTest, listFields, readForm } from './read-form.ts';
import { siteFormsRepo } from './site-forms.repo.ts';

/** Forms of an address. */
const BY_ADDRESS = { name: 'site-form', max: 120, seconds: 60 };
/** Forms from a network. All sites of a builder are sent from its servers. */
const BY_NETWORK = { name: 'site-form-network', max: 3000, seconds: 60 };

const IS_OFF = 'Адрес выключен.';
const TOO_MANY = 'Часть заявок не принята: их слишком много за минуту.';

type Dependencies = { db: Db; clock: Clock; conversions: ConversionsService };

/** Receives the forms that site builders send to a secret address. A refusal is noted on the address. */
export function createReceiveForm({ db, clock, conversions }: Dependencies) {
  const limits = createLimits(db, clock);

  const findByAddress = (secret: string) =>
    db.selectFrom('site_forms').selectAll().where('inbound_hash', '=', hashSecret(secret)).executeTakeFirst();

  /** @throws ApiError 400 for a form without a phone, 404 for an unknown address, 409 for a lead that the program refuses, 429 */
  return async function receive(secret: string, network: string, body: Readonly<Record<string, unknown>>) {
    await limits.admit({ limit: BY_NETWORK, key: network });
    const row = await findByAddress(secret);
    if (row === undefined) throw noSuchObject();
    const { organization_id: organizationId, id, program_id: program } = row;
    const note = (last_result: SiteFormResult, last_problem = '') =>
      siteFormsRepo(db, organizationId).save(id, { last_at: clock(), last_result, last_problem });
    const { full, retryAfter } = await limits.take({ limit: BY_ADDRESS, key: id });
    if (full) {
      if (row.last_problem !== TOO_MANY) await note('refused', TOO_MANY);
      throw tooManyCalls(retryAfter);
    }
    try {
      if (!row.is_on) throw conflict('closed', IS_OFF);
      if (isTest(body)) {
        await note('test');
        return {};
      }
      const input = readForm(body, { form: id, program, at: clock() });
      await conversions.create(toStaff(organizationId), input, null);
    } catch (error) {
      const refusal = refusalIn(error);
      if (refusal !== undefined) {
        const isUnreadable = refusal.response.status === 400;
        const fields = isUnreadable ? ` Заполненные поля: ${listFields(body)}.` : '';
        await note('refused', `${formatRefusal(refusal)}${fields}`);
      }
      throw error;
    }
    await note('accepted');
    return {};
  };
}

/** The organization that owns an address. Its leads have no author. */
const toStaff = (organizationId: string): Staff => ({
  ...{ role: 'organization', position: 'owner', organizationId },
  ...{ userId: '', requestId: '' },
});

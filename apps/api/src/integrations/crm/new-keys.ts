import type { Clock } from '../../platform/clock.ts';
import { invalid } from '../../platform/errors.ts';
import { exchangeTokens } from './amocrm.ts';
import type { CrmClients } from './clients.ts';
import type { ConnectionRow } from './connections.repo.ts';
import { type CrmSealer, type EnteredKeys, readAddress } from './credentials.ts';
import { CrmProblem } from './crm-client.ts';
import type { CrmHttp } from './crm-http.ts';

export type NewKeysDeps = { clock: Clock; http: CrmHttp; sealer: CrmSealer; clients: CrmClients };

/** Creates the function that checks entered keys by a call to the CRM. */
export function createNewKeys({ clock, http, sealer, clients }: NewKeysDeps) {
  /** Turns the entered address and token into keys. @throws ApiError 400, CrmProblem */
  async function toKeys({ kind, address, token, oauth }: EnteredKeys) {
    const { origin, hook } = readAddress(kind, address);
    const problem = await http.findProblem(origin);
    if (problem !== undefined) throw invalid({ address: [problem] });
    if (hook !== undefined) return { origin, keys: { hook } };
    if (oauth === undefined) return { origin, keys: { token: token ?? '' } };
    const { code, ...integration } = oauth;
    const body = { ...integration, code, grant_type: 'authorization_code' };
    return { origin, keys: { ...integration, ...(await exchangeTokens(http, origin, body, clock())) } };
  }

  /** Returns the address, the encrypted keys and the stages of the CRM. @throws ApiError 400 for keys that it refuses. */
  return async function tryKeys(
    owner: Pick<ConnectionRow, 'organization_id' | 'id' | 'kind'>,
    entered: EnteredKeys,
  ) {
    const field =
      owner.kind === 'bitrix24' ? 'address' : entered.oauth === undefined ? 'token' : 'oauth.code';
    try {
      const { origin, keys } = await toKeys(entered);
      const credentials = sealer.seal(owner, keys);
      const stages = await clients.open({ ...owner, address: origin, credentials }).listStages();
      return { address: origin, credentials, stages: JSON.stringify(stages), read: stages };
    } catch (error) {
      if (!(error instanceof CrmProblem)) throw error;
      throw invalid({ [error.kind === 'unauthorized' ? field : 'address']: [error.message] });
    }
  };
}

import type { z } from 'zod';
import type { StoredStage } from '../../database/tables/crm.ts';

/** A deal of the CRM. */
export type Deal = {
  id: string;
  /** Id of a `Stage`. */
  stage: string;
  /** Null without a sum, or in another currency than rubles. */
  amountKop: number | null;
  createdAt: Date;
  changedAt: Date;
};

/** A lead that becomes a deal. */
export type NewDeal = {
  leadId: string;
  /** «Л-1042»: the beginning of the name of the deal. */
  number: string;
  name: string;
  phone: string;
  email: string;
  company: string;
  comment: string;
  /** Stage of the deal. Null: the CRM selects it. */
  stage: string | null;
};

/** Calls of a CRM. @throws CrmProblem */
export type CrmClient = {
  /** Reads all stages of deals, in the order of their pipelines. */
  listStages: () => Promise<StoredStage[]>;
  /** Reads at most 100 deals, the newest first. */
  lastDeals: () => Promise<Deal[]>;
  /** @returns undefined for a removed deal. */
  readDeal: (id: string) => Promise<Deal | undefined>;
  /** @returns the id of the deal that an earlier call created for the lead. A new deal may be missing for some minutes. */
  findDeal: (lead: Pick<NewDeal, 'leadId' | 'number'>) => Promise<string | undefined>;
  /** @returns the id of the new deal. */
  createDeal: (deal: NewDeal) => Promise<string>;
};

/**
 * `unauthorized`: the CRM refuses the keys, until an owner changes something. `limited`: too many calls. `unreachable`: no response, or an error
 * of the CRM; the call may have been executed. `refused`: the CRM refuses this call.
 */
type ProblemKind = 'unauthorized' | 'limited' | 'unreachable' | 'refused';

/** Error of a call. The message is in Russian. */
export class CrmProblem extends Error {
  override readonly name = 'CrmProblem';
  readonly kind: ProblemKind;
  /** Seconds after which a limited call may be repeated. */
  readonly retryAfterS: number;
  /** The CRM may have executed the call, or may still execute it. */
  readonly mayBeExecuted: boolean;
  constructor(
    kind: ProblemKind,
    message: string,
    { retryAfterS = 0, mayBeExecuted = kind === 'unreachable' } = {},
  ) {
    super(message);
    this.kind = kind;
    this.retryAfterS = retryAfterS;
    this.mayBeExecuted = mayBeExecuted;
  }
}

/** Rubles of a CRM as kopecks. Null for no sum. */
export const toKop = (rubles: number | null | undefined): number | null =>
  rubles === null || rubles === undefined || rubles <= 0 ? null : Math.round(rubles * 100);

/** Parses a response. @throws CrmProblem for another shape than the documented one. */
export function parseResponse<Schema extends z.ZodType>(schema: Schema, json: unknown): z.output<Schema> {
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  throw new CrmProblem('unreachable', 'CRM ответила в неизвестном формате.');
}

import { randomUUID } from 'node:crypto';
import {
  canTransition,
  type LeadStatus,
  type NewProgram,
  type PaymentStatus,
  stateMachines,
} from '@referral-dashboard/api-contract';
import { ApiError } from '../../src/platform/errors.ts';
import { writtenFields } from '../../src/referrals/leads/leads.ts';
import { type Ledger, newPhone, type Participants, type Person } from './ledger.ts';
import type { PaymentWord, Step } from './money-steps.ts';
import { createPayoutRun } from './payout-run.ts';
import type { PayoutStep } from './payout-steps.ts';
import { ACCOUNT } from './payouts.ts';
import { pickAt } from './run-checks.ts';

const REASONS: Partial<Record<LeadStatus, object>> = {
  rejected: { reason_code: 'spam' },
  lost: { reason_code: 'refused' },
  duplicate: { reason_code: 'same_phone' },
  in_progress: { reason_comment: 'Снова' },
};

/** Steps that replace another one in each status. Returns happen only where a history names them. */
const PAYMENT_STEPS: Record<PaymentStatus, readonly PaymentWord[]> = {
  requested: ['accept', 'cancel'],
  draft: ['approve', 'cancel'],
  approved: ['pay', 'process', 'cancel'],
  processing: ['pay', 'fail'],
  failed: ['retry', 'pay', 'cancel'],
  paid: [],
  canceled: [],
  returned: [],
};

const OTHER_ACCOUNT = { ...ACCOUNT, kind: 'bank_account' as const, account: '40702810400000000002', kpp: '' };

/** Returns the requested state when it is allowed. Otherwise returns an allowed one for odd seeds. */
const likely = <State>(requested: State, allowed: readonly State[], seed: number) =>
  allowed.includes(requested) || seed % 2 === 0 ? requested : (pickAt(allowed, seed) ?? requested);

/** Returns a function that runs steps on a ledger and ignores refusals. */
export function createRun(ledger: Ledger, participants: Participants) {
  const { staff, colleague, partners, programs } = participants;
  const takePayout = createPayoutRun(ledger, participants);
  const { db, leads, clients, sales, accruals, payments, transitions } = ledger;
  const { organizationId } = staff;
  const phones = [newPhone(), newPhone(), newPhone()];
  const ids = partners.map(({ id }) => id);
  const recentRows = (table: 'leads' | 'accruals' | 'payments') =>
    db
      .selectFrom(table)
      .select('id')
      .where('organization_id', '=', organizationId)
      .where('partner_id', 'in', ids)
      .orderBy('number', 'desc')
      .limit(6)
      .execute();
  const partnerAt = (index: number) => partners[index % partners.length] as Person;
  const programAt = (index: number) => programs[index % programs.length] as string;

  async function lead({ by, partner, program, phone, email = '' }: Extract<Step, { kind: 'lead' }>) {
    const { id: partnerId, viewer } = partnerAt(partner);
    const input = { name: 'Анна', phone: phones[phone % 3] ?? '', program: programAt(program) };
    if (by === 'partner') return leads.create(viewer, input);
    if (by === 'boss') {
      const ownEmail = email && `${partnerAt(0).id}.${email}`;
      return leads.create(staff, { ...input, email: ownEmail, partner: partnerId });
    }
    const { program: programId, ...ids } = input;
    const incoming = { ...ids, programId, organizationId, partnerId, linkId: null, clickId: null };
    const rest = { ...writtenFields(ids), unverified: false, consent: null, actorId: null, requestId: '' };
    return db
      .transaction()
      .execute((trx) => ledger.intake(trx, { ...incoming, ...rest, source: 'public_form' }));
  }

  /** Imports a deal. */
  async function importDeal(step: Extract<Step, { kind: 'import' }>) {
    const { partner, program, phone, deal, daysAgo, isRewarded } = step;
    const at = new Date(ledger.clock().getTime() - daysAgo * 86_400_000);
    const lead = {
      ...{
        name: 'Анна',
        phone: phones[phone] ?? newPhone(),
        program: programAt(program),
        partner: partnerAt(partner).id,
      },
      ...{ createdAt: at, status: 'won' as const, statusAt: at, amountKop: deal, reason: '', isRewarded },
      historyComment: '',
    };
    return db.transaction().execute((trx) => ledger.importLeads(trx, staff, [lead]));
  }

  async function move({ lead: at, to: target, deal }: Extract<Step, { kind: 'move' }>) {
    const row = pickAt(await recentRows('leads'), at);
    if (row === undefined) return;
    const { version, status: from } = await leads.get(staff, row.id);
    const to = likely(target, stateMachines.lead.transitions[from], at + deal);
    const input = { to, version, ...REASONS[to], ...(to === 'won' && { deal_amount_kop: deal }) };
    await leads.transition(staff, row.id, input);
    if (!canTransition(stateMachines.lead, from, to)) throw new Error(`${from} became ${to}`);
  }

  async function undo({ lead: at, by }: Extract<Step, { kind: 'undo' }>) {
    const row = pickAt(await recentRows('leads'), at);
    if (row === undefined) return;
    const { version } = await leads.get(staff, row.id);
    return leads.undoTransitions(by === 0 ? colleague : staff, { leads: [{ id: row.id, version }] });
  }

  /** Clients and sales of the partners, the latest first. */
  const recentSales = () =>
    db
      .selectFrom('sales as s')
      .innerJoin('attachments as a', 'a.id', 's.attachment_id')
      .select(['s.id', 's.version', 's.amount_kop', 's.refunded_kop'])
      .where('s.organization_id', '=', organizationId)
      .where('a.partner_id', 'in', ids)
      .where('s.refund_of', 'is', null)
      .orderBy('s.number', 'desc')
      .limit(6)
      .execute();
  const recentClients = () =>
    db
      .selectFrom('clients as c')
      .select(['c.id', 'c.version'])
      .where('c.organization_id', '=', organizationId)
      .where((where) =>
        where.exists(
          where
            .selectFrom('attachments as a')
            .select('a.id')
            .whereRef('a.client_id', '=', 'c.id')
            .where('a.partner_id', 'in', ids),
        ),
      )
      .orderBy('c.number', 'desc')
      .limit(6)
      .execute();
  const dayBefore = (days: number) =>
    new Date(Date.parse(ledger.today()) - days * 86_400_000).toISOString().slice(0, 10);

  async function sell({ client: at, kop, daysAgo, vat, product }: Extract<Step, { kind: 'sell' }>) {
    const row = pickAt(await recentClients(), at);
    if (row === undefined) return;
    const vat_kop = vat && kop > 6 ? Math.floor(kop / 6) : null;
    const body = { client: row.id, amount_kop: kop, vat_kop, product, paid_on: dayBefore(daysAgo) };
    return sales.create(staff, body, undefined);
  }

  async function refund({ sale: at, part }: Extract<Step, { kind: 'refund' }>) {
    const row = pickAt(await recentSales(), at);
    if (row === undefined || row.amount_kop === null) return;
    const rest = row.amount_kop - row.refunded_kop;
    const amount_kop = part === 'rest' ? rest : Math.floor(row.amount_kop / 3);
    if (amount_kop < 1) return;
    return sales.refund(staff, row.id, { amount_kop, paid_on: ledger.today() }, undefined);
  }

  async function changeSale({ sale: at, change, kop, daysAgo, product }: Extract<Step, { kind: 'sale' }>) {
    const row = pickAt(await recentSales(), at);
    if (row === undefined) return;
    const { version } = row;
    if (change === 'amount') return sales.update(staff, row.id, { version, amount_kop: kop });
    if (change === 'product') return sales.update(staff, row.id, { version, product });
    if (change === 'day') return sales.update(staff, row.id, { version, paid_on: dayBefore(daysAgo) });
    return sales.update(staff, row.id, {
      version,
      vat_kop: Math.max(1, Math.floor((row.amount_kop ?? 0) / 6)),
    });
  }

  async function transferClient({ client: at, program: of, partner }: Extract<Step, { kind: 'client' }>) {
    const row = pickAt(await recentClients(), at);
    if (row === undefined) return;
    const to = { program: programAt(of), partner: partnerAt(partner).id };
    return clients.transfer(staff, row.id, { ...to, reason: 'Так решили', version: row.version });
  }

  async function payment({ at, word: requested }: Extract<Step, { kind: 'payment' }>) {
    const row = pickAt(await recentRows('payments'), at);
    if (row === undefined) return;
    const { id } = row;
    const { status } = await payments.withRequisites(staff, id);
    const word = likely(requested === 'pay-late' ? 'pay' : requested, PAYMENT_STEPS[status], at);
    const paid_on = requested === 'pay-late' ? ledger.lastMonth() : ledger.today();
    if (word === 'pay' || word === 'pay-late')
      return transitions.pay(staff, id, { paid_on, external_ref: 'ПП 1' }, randomUUID());
    if (word === 'return' || word === 'return-part') return returnPayment(id, word === 'return-part', at);
    return transitions[word](staff, id, { reason: 'Так решили' });
  }

  /** Records that the bank returned a payment, or a part of it. */
  async function returnPayment(id: string, isPart: boolean, at: number) {
    const returned_on = ledger.today();
    const { transferred_kop } = await payments.withRequisites(staff, id);
    const amount_kop = isPart ? Math.max(1, Math.floor((transferred_kop * (1 + at)) / 7)) : undefined;
    const returned = { returned_on, external_ref: 'ПП 2', reason: 'Счет закрыт' };
    return transitions.return(staff, id, { ...returned, amount_kop }, randomUUID());
  }

  async function program({ program: at, change }: Extract<Step, { kind: 'program' }>) {
    const id = programAt(at);
    const { version, reward_event } = await ledger.programs.get(staff, id);
    if ('reward' in change && change.reward.kind === 'percent' && reward_event !== 'deal_won') return;
    const patch =
      'budget' in change
        ? { budget_kop: change.budget }
        : (change as Pick<NewProgram, 'reward' | 'hold_days'>);
    return ledger.programs.update(staff, id, { version, ...patch } as never);
  }

  /** Closes the last ended month, or opens the last closed one. */
  async function changeMonth(word: 'close' | 'reopen') {
    const { closed, open } = await ledger.closedMonths.get(staff);
    const last = open.at(-1);
    if (word === 'close') return last && ledger.closedMonths.close(staff, last);
    return closed && ledger.closedMonths.reopen(staff, { month: closed, reason: 'Так решили' });
  }

  async function take(step: Step | PayoutStep): Promise<unknown> {
    switch (step.kind) {
      case 'lead':
        return lead(step);
      case 'import':
        return importDeal(step);
      case 'move':
        return move(step);
      case 'undo':
        return undo(step);
      case 'deal': {
        const row = pickAt(await recentRows('leads'), step.lead);
        if (row === undefined) return;
        const { version } = await leads.get(staff, row.id);
        return leads.update(staff, row.id, { version, deal_amount_kop: step.deal });
      }
      case 'transfer': {
        const row = pickAt(await recentRows('leads'), step.lead);
        if (row === undefined) return;
        const { version } = await leads.get(staff, row.id);
        return leads.transfer(staff, row.id, {
          version,
          partner: partnerAt(step.partner).id,
          reason: 'Так решили',
        });
      }
      case 'sell':
        return sell(step);
      case 'refund':
        return refund(step);
      case 'sale':
        return changeSale(step);
      case 'client':
        return transferClient(step);
      case 'accrual': {
        const row = pickAt(await recentRows('accruals'), step.at);
        return row && accruals[step.word](staff, row.id, 'Так решили');
      }
      case 'grant': {
        const { grant, amount, partner, program: at } = step;
        const input = { partner: partnerAt(partner).id, explanation: 'За старание' };
        const amount_kop = grant === 'bonus' ? Math.abs(amount) : amount;
        return accruals.create(staff, {
          ...input,
          kind: grant,
          amount_kop,
          program: at === 0 ? null : programAt(at),
        });
      }
      case 'form': {
        const { id } = partnerAt(step.partner);
        if (step.only === 0) return payments.create(staff, { partner: id }, undefined);
        const query = { partner: [id], status: ['available' as const], page_size: 25 };
        const { results } = await accruals.list(staff, { ...query, ordering: 'number' });
        const ids = results.slice(0, step.only).map((accrual) => accrual.id);
        return ids.length > 0 && payments.create(staff, { partner: id, accruals: ids }, undefined);
      }
      case 'request':
        return payments.request(partnerAt(step.partner).viewer, partnerAt(step.partner).id, undefined);
      case 'payment':
        return payment(step);
      case 'wait':
        return ledger.advance(step.seconds);
      case 'mature':
        return ledger.mature();
      case 'close-periods':
        return ledger.closeDuePeriods();
      case 'program':
        return program(step);
      case 'partner':
        return ledger.partners.transition(staff, partnerAt(step.partner).id, step.word, {
          reason: 'Так решили',
        });
      case 'minimum':
        return db
          .updateTable('organizations')
          .set({ default_min_payout_kop: step.kop })
          .where('id', '=', organizationId)
          .execute();
      case 'method': {
        const { id } = partnerAt(step.partner);
        const method = await ledger.methods.create(
          staff,
          id,
          step.partner % 2 === 0 ? { kind: 'sbp', phone: newPhone(), bank: 'Банк', bik: '' } : OTHER_ACCOUNT,
        );
        return ledger.methods.prefer(staff, method.id);
      }
      case 'month':
        return changeMonth(step.word);
      default:
        return takePayout(step);
    }
  }

  /** @returns whether the step succeeded. @throws Error for failures other than `ApiError`. */
  return async (step: Step | PayoutStep): Promise<boolean> => {
    try {
      await take(step);
      return true;
    } catch (error) {
      if (error instanceof ApiError) return false;
      throw error;
    }
  };
}

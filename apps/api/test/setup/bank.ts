import type {
  Accrual,
  BankDocument,
  BankOutcome,
  BankStatement,
  LastDownload,
  OrganizationTask,
  Payment,
  Registry,
  RegistryLine,
  Transfer,
} from '@referral-dashboard/api-contract';
import { expect } from 'vitest';
import { type Debit, statementFile } from './one-c-writer.ts';
import { ACCOUNT, PAYER, type Payouts, REGISTRIES } from './payouts.ts';
import { api, type Caller, ok, type World } from './world.ts';

const STATEMENTS = `${api}/bank-statements/`;
export const PERSON_INN = '500100732259';
export const REASON = 'Так решили';

type Stage = { world: World; boss: Caller; money: Payouts };
type PaymentWithTransfers = Payment & {
  transfers: Transfer[];
  act: { number: string } | null;
  last_download: LastDownload;
};
type Noted = Extract<OrganizationTask, { kind: 'transfer_note' }>;
type Payee = { card?: object; isSent?: boolean };

export type BankSteps = ReturnType<typeof createBankSteps>;

/** Steps of payments to accounts and of bank statements about them. */
export function createBankSteps({ world, boss, money }: Stage) {
  let documentNumber = 100;
  const read = async ({ id }: Pick<Payment, 'id'>) =>
    ok<PaymentWithTransfers>(await boss.get(`${api}/payments/${id}/`));

  /** Makes a transition of a payment from its current version. */
  const step = async (payment: Pick<Payment, 'id'>, word: string, body: object = {}) =>
    boss.post(`${api}/payments/${payment.id}/${word}/`, { version: (await read(payment)).version, ...body });

  const payee = (amount_kop: number, card: object = {}) =>
    money.payable(amount_kop, { card: { inn: PERSON_INN, ...card }, method: ACCOUNT });
  const create = async (partner: string) => ok<Payment>(await boss.post(`${api}/payments/`, { partner }));

  /** Uploads a statement of an account. @returns its documents and a function that applies them. */
  async function uploadOf(account: string, debits: Debit[]) {
    const data = statementFile(account, debits);
    const statement = ok<BankStatement>(await boss.post(STATEMENTS, { name: 'kl_to_1c.txt', data }));
    const { results } = ok<{ results: BankDocument[] }>(
      await boss.get(`${STATEMENTS}${statement.id}/documents/`),
    );
    const documents = results.map(({ id }) => id);
    return {
      id: statement.id,
      documents: results,
      apply: async () =>
        ok<BankOutcome>(await boss.post(`${STATEMENTS}${statement.id}/apply/`, { documents })),
    };
  }

  const upload = (...debits: Debit[]) => uploadOf(PAYER.bank_account, debits);

  return {
    read,
    step,
    upload,
    create,

    markPaid: (payment: Pick<Payment, 'id'>, external_ref = 'ПП 7') =>
      step(payment, 'mark-paid', { paid_on: world.today(), external_ref }),

    /** Forms, approves and marks as paid a payment of everything that a partner has available. */
    async payRest(partner: string, on = world.today()): Promise<Payment> {
      const payment = await create(partner);
      ok(await step(payment, 'approve'));
      return ok<Payment>(await step(payment, 'mark-paid', { paid_on: on, external_ref: 'ПП 8' }));
    },

    /** Creates a draft payment to an account. */
    async draft(amount_kop: number, card: object = {}): Promise<Payment> {
      const { id } = await payee(amount_kop, card);
      money.ready();
      return create(id);
    },

    /** Creates a payment to an account in a registry that is sent to the bank, or only approved. */
    async registered(amount_kop: number, { card, isSent = true }: Payee = {}): Promise<Payment> {
      await payee(amount_kop, card);
      money.ready();
      const [registry] = (await money.form()).results as [Registry];
      ok(await money.step(registry, 'approve'));
      if (isSent) ok(await money.step(registry, 'send'));
      const { results } = ok<{ results: RegistryLine[] }>(
        await boss.get(`${REGISTRIES}${registry.id}/payments/`),
      );
      return (results[0] as RegistryLine).payment;
    },

    /** A bank document of a payment. */
    debitOf({ amount_kop, tax_kop, purpose }: Payment, more: Partial<Debit> = {}): Debit {
      documentNumber += 1;
      return {
        number: String(documentNumber),
        day: world.today(),
        amount: ((amount_kop - tax_kop) / 100).toFixed(2),
        purpose,
        account: ACCOUNT.account,
        inn: PERSON_INN,
        ...more,
      };
    },

    /** Applies the documents of a statement, all of which must be accepted. */
    async applied(...debits: Debit[]) {
      const { apply } = await upload(...debits);
      expect(await apply()).toEqual({ applied: debits.length, refused: [] });
    },

    /** Applies the documents of a statement of another account of the organization. */
    async appliedFrom(account: string, ...debits: Debit[]) {
      const { apply } = await uploadOf(account, debits);
      expect(await apply()).toEqual({ applied: debits.length, refused: [] });
    },

    today: () => world.today(),

    correctionsOf: async ({ partner }: Pick<Payment, 'partner'>) =>
      ok<{ results: Accrual[] }>(await boss.get(`${api}/accruals/?partner=${partner.id}&kind=correction`))
        .results,

    /** Tasks about transfers that conflict with their payments. */
    notes: async () =>
      ok<{ results: OrganizationTask[] }>(await boss.get('/api/home/tasks/')).results.filter(
        (task): task is Noted => task.kind === 'transfer_note',
      ),
  };
}

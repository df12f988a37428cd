import { randomUUID } from 'node:crypto';
import { computeTransfer, type Registry } from '@referral-dashboard/api-contract';
import { newPartners, newProgram, type Person } from './ledger.ts';
import type { MoneyFixture } from './money-fixture.ts';
import { type Debit, statementFile } from './one-c-writer.ts';
import { PAYER } from './payouts.ts';

export type RegistryStage = 'none' | 'draft' | 'approved' | 'sent' | 'stated';

export type RegistryState = Awaited<ReturnType<ReturnType<typeof createRegistryFixture>['createRegistry']>>;

const KOP = 40_000;

/** Helpers for tests of registries. */
export function createRegistryFixture(fixture: MoneyFixture) {
  const { ledger, staff, organizationId } = fixture;
  const { registries, moves, bank } = ledger;
  let documents = 0;

  /** Creates partners with the same available amount and an SBP method. */
  async function payable(count: number): Promise<Person[]> {
    const program = await newProgram(ledger, staff);
    const partners = await newPartners(ledger, staff, [program], count);
    for (const partner of partners) await fixture.bonus(partner, KOP);
    return partners;
  }
  const form = async (partners: readonly Person[], key: string = randomUUID(), by = staff) =>
    registries.create(by, { partners: partners.map(({ id }) => id) }, key);
  const linesOf = async ({ id }: Pick<Registry, 'id'>) =>
    (await registries.lines(staff, id, { ordering: 'number', page_size: 100 })).results;

  /** Returns one bank debit for each payment of a registry. */
  async function debitsOf(registry: Pick<Registry, 'id'>): Promise<Debit[]> {
    const lines = await linesOf(registry);
    return lines.map(({ payment }) => {
      documents += 1;
      return {
        number: String(documents),
        day: fixture.today(),
        amount: (computeTransfer(payment) / 100).toFixed(2),
        purpose: payment.purpose,
      };
    });
  }
  const load = (debits: readonly Debit[], by = staff, { bank: of } = ledger) =>
    of.upload(by, { name: 'kl_to_1c.txt', data: statementFile(PAYER.bank_account, debits) });
  const documentsOf = async ({ id }: { id: string }) =>
    (await bank.documents(staff, id, { ordering: 'day', page_size: 100 })).results;

  /** Creates a registry of `count` payments in the given state. `stated` also uploads the bank statement. */
  async function createRegistry(to: RegistryStage, count = 2) {
    const partners = await payable(count);
    const registered = { partners, id: '', statement: '', documents: [] as string[] };
    if (to === 'none') return registered;
    const { results } = await form(partners);
    const [registry] = results;
    if (registry === undefined) throw new Error('no registry was created');
    const { id } = registry;
    registered.id = id;
    if (to === 'draft') return registered;
    await moves.approve(staff, id, {});
    if (to === 'approved') return registered;
    await moves.send(staff, id, {});
    if (to === 'sent') return registered;
    const statement = await load(await debitsOf(registry));
    registered.statement = statement.id;
    registered.documents = (await documentsOf(statement)).map(({ id }) => id);
    return registered;
  }

  return {
    payable,
    form,
    linesOf,
    debitsOf,
    load,
    documentsOf,
    createRegistry: createRegistry,
    transfer: () => ({ paid_on: fixture.today(), external_ref: 'ПП 12' }),
    /** Returns the registry lines of the partners' payments, with their states. */
    linesByPartner: (partners: readonly Person[]) =>
      fixture.db
        .selectFrom('registry_payments as x')
        .innerJoin('payments as p', (join) =>
          join.onRef('p.organization_id', '=', 'x.organization_id').onRef('p.id', '=', 'x.payment_id'),
        )
        .innerJoin('registries as r', (join) =>
          join.onRef('r.organization_id', '=', 'x.organization_id').onRef('r.id', '=', 'x.registry_id'),
        )
        .select(['p.partner_id', 'p.status', 'p.amount_kop', 'x.state', 'r.status as registry', 'r.id'])
        .where('x.organization_id', '=', organizationId)
        .where(
          'p.partner_id',
          'in',
          partners.map(({ id }) => id),
        )
        .orderBy('p.partner_id')
        .execute(),
  };
}

import {
  type ActContent,
  type ActLine,
  includedVat,
  type MethodSnapshot,
  type PartnerKind,
  type VatMode,
  vatRate,
  withoutTerms,
} from '@referral-dashboard/api-contract';
import { formatActor } from '../../audit/index.ts';
import { clientNumber, leadNumber, saleNumber } from '../../database/rules/numbers.ts';
import { formatCount, formatRubles, type Plurals } from '../../platform/russian-format.ts';
import { formatPayee } from '../bank-files/bank-order.ts';
import { ACT_WORDING } from './document/wording.ts';

const ACCRUALS: Plurals = ['начисление', 'начисления', 'начислений'];

/** Maximum number of accrual lines in an act. Above it, the act has one line for each payment. */
export const MAX_ACT_LINES = 300;

export type PaidAccrual = {
  id: string;
  payment_id: string;
  number: number;
  explanation: string;
  amount_kop: number;
  /** Number of its lead, or of its later sale and the client; name of its program. */
  lead: number | null;
  sale: number | null;
  client: number | null;
  program: string | null;
};

/** A payment of the month. */
export type PaidPayment = {
  id: string;
  number: number;
  /** Sum of the payment's accruals in kopecks, excluding transfer debts and returns that another act contains. */
  amount_kop: number;
  /** Income tax withheld from the payment, and the transferred amount, in kopecks. */
  tax_kop: number;
  transfer_kop: number;
  /** Transfer debts that the payment settles, in kopecks: the bank transferred them earlier. Negative for returned money that it sends again. */
  settled_kop: number;
  paid_on: string;
  method: MethodSnapshot | null;
  accruals: number;
};

export type ActOrganization = {
  name: string;
  legal_name: string;
  inn: string;
  kpp: string;
  bank_name: string;
  bank_bik: string;
  bank_account: string;
  bank_corr_account: string;
  vat_ip: VatMode;
  vat_legal: VatMode;
};

export type ActCard = Parameters<typeof formatPayee>[0] & {
  kind: PartnerKind;
  name: string;
  inn: string;
  contract_kind: ActContent['contract']['kind'];
  contract_number: string;
  contract_day: string | null;
};

type ActInput = {
  organization: ActOrganization;
  card: ActCard;
  payments: readonly PaidPayment[];
  accruals: readonly PaidAccrual[];
  /** Returns of accruals in the payments, each with the payment of the returned accrual. */
  returns: readonly PaidAccrual[];
};

/** Returns the reason why a card cannot have an act, in Russian, or null. */
export const getActRefusal = ({ kind, contract_kind }: ActCard): string | null =>
  kind === 'self_employed' && contract_kind !== 'services'
    ? 'Вид договора в карточке не подходит самозанятому: выберите оказание услуг.'
    : null;

/** Builds the content of an act from the current data of both sides and of the payments. */
export function buildActContent({ organization, card, payments, accruals, returns }: ActInput): ActContent {
  const { contract_kind: kind, contract_number: number, contract_day: date } = card;
  const { title, customer, contractor, closing } = ACT_WORDING[kind];
  const method = payments.findLast((one) => one.method !== null)?.method ?? null;
  return {
    title,
    contract: { kind, number, date },
    customer: {
      role: customer,
      name: organization.legal_name || organization.name,
      requisites: formatRequisites({
        inn: organization.inn,
        kpp: organization.kpp,
        account: organization.bank_account,
        bank: organization.bank_name,
        bik: organization.bank_bik,
        corr_account: organization.bank_corr_account,
      }),
    },
    contractor: {
      role: contractor,
      name: formatPayee(card) || card.name,
      requisites: method === null ? formatRequisites({ inn: card.inn }) : ofMethod(method, card.inn),
      ...describeSigner(card),
    },
    lines: payments.flatMap((payment) => buildLines(payment, accruals, returns)),
    vat: describeVat(card.kind, organization, payments, returns),
    ...describeTax(payments),
    closing,
  };
}

function buildLines(
  payment: PaidPayment,
  accruals: readonly PaidAccrual[],
  returns: readonly PaidAccrual[],
): ActLine[] {
  const of = { payment: `В-${payment.number}`, paid_on: payment.paid_on };
  const ofPayment = ({ payment_id }: PaidAccrual) => payment_id === payment.id;
  const toLine = ({ number, amount_kop, ...accrual }: PaidAccrual): ActLine => ({
    ...of,
    number: `Н-${number}`,
    text: describeLine(accrual),
    amount_kop,
  });
  const paymentAccruals = accruals.filter(ofPayment);
  const text = `Вознаграждение по выплате В-${payment.number}: ${formatCount(payment.accruals, ACCRUALS)}`;
  const paid =
    paymentAccruals.length === 0
      ? [{ ...of, number: '', text, amount_kop: payment.amount_kop }]
      : paymentAccruals.map(toLine);
  return [...paid, ...returns.filter(ofPayment).map(toLine)];
}

/** Returns the text of a line: `Лид Л-7, «Окна»: 5 % от 141 000,00 ₽`, `Продажа П-7, клиент К-3, «Окна»: …`. */
function describeLine({
  lead,
  sale,
  client,
  program,
  explanation,
}: Pick<PaidAccrual, 'lead' | 'sale' | 'client' | 'program' | 'explanation'>) {
  const subject = [
    lead !== null && `Лид ${leadNumber(lead)}`,
    sale !== null && `Продажа ${saleNumber(sale)}`,
    client !== null && `клиент ${clientNumber(client)}`,
    program !== null && `«${program}»`,
  ].filter(Boolean);
  return subject.length === 0 ? explanation : `${subject.join(', ')}: ${withoutTerms(explanation)}`;
}

/** Returns the signer for a partner. A company has none: its card names a contact without the right to sign. */
function describeSigner({ kind, ...person }: ActCard): { signer?: string } {
  if (kind === 'legal' || person.last_name === '') return {};
  return { signer: formatActor({ ...person, phone: null }) ?? '' };
}

type Requisites = Partial<Record<'inn' | 'kpp' | 'account' | 'bank' | 'bik' | 'corr_account', string>>;

const formatRequisites = ({ inn, kpp, account, bank, bik, corr_account }: Requisites) =>
  [
    inn && `ИНН ${inn}`,
    kpp && `КПП ${kpp}`,
    account && `Счет ${account}`,
    bank && `Банк: ${bank}`,
    bik && `БИК ${bik}`,
    corr_account && `Корр. счет ${corr_account}`,
  ].filter((line): line is string => Boolean(line));

function ofMethod({ kind, label, ...method }: MethodSnapshot, cardInn: string): string[] {
  const inn = method.inn || cardInn;
  return kind === 'bank_account'
    ? formatRequisites({ ...method, inn })
    : [...formatRequisites({ inn }), `Выплата: ${label}`];
}

/**
 * Returns the sentence that explains a transfer that differs from the sum of the act: withheld tax, and debts settled with earlier transfers. The
 * customer is the tax agent, so the sum of the act is before tax.
 */
function describeTax(payments: readonly PaidPayment[]): Pick<ActContent, 'tax'> {
  const total = (name: 'tax_kop' | 'transfer_kop' | 'settled_kop') =>
    payments.reduce((sum, payment) => sum + payment[name], 0);
  const [tax, settled] = [total('tax_kop'), total('settled_kop')];
  if (tax === 0 && settled === 0) return {};
  return {
    tax: [
      ...(tax > 0 ? [`При выплате удержан НДФЛ: ${formatRubles(tax)}.`] : []),
      ...(settled > 0 ? [`Зачтено переведенное раньше: ${formatRubles(settled)}.`] : []),
      ...(settled < 0 ? [`Снова отправлено возвращенное банком: ${formatRubles(-settled)}.`] : []),
      `Перечислено: ${formatRubles(total('transfer_kop'))}.`,
    ].join(' '),
  };
}

/** Returns the sentence about VAT at the rates of the payment days. Individuals pay no VAT. */
function describeVat(
  kind: PartnerKind,
  { vat_ip, vat_legal }: ActOrganization,
  payments: readonly PaidPayment[],
  returns: readonly PaidAccrual[],
) {
  const mode = kind === 'ip' ? vat_ip : kind === 'legal' ? vat_legal : 'none';
  const byRate = Map.groupBy(payments, ({ paid_on }) => vatRate(mode, paid_on));
  const words = [...byRate].map(([rate, paid]) => {
    if (rate === null) return 'Без НДС';
    const returned = returns.filter(({ payment_id }) => paid.some(({ id }) => id === payment_id));
    const vat = [...paid, ...returned].reduce((sum, { amount_kop }) => {
      const within = includedVat(Math.abs(amount_kop), rate);
      return amount_kop < 0 ? sum - within : sum + within;
    }, 0);
    return `В том числе НДС ${rate}\u00a0%: ${formatRubles(Math.max(0, vat))}`;
  });
  return words.join('. ');
}

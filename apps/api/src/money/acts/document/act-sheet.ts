import { ACT_DATES, type ActContent, CONTRACT_KIND_LABELS } from '@referral-dashboard/api-contract';
import { localDateTime } from '../../../platform/export/wall-clock.ts';
import { formatRubles, monthInWords } from '../../../platform/russian-format.ts';
import type { FoundAct } from '../acts.view.ts';
import { formatIsoDay, getLastDayOfMonth } from '../months.ts';
import { amountInWords } from './amount-in-words.ts';

/** Texts and lines of an act, in the order of its files. */
export type ActSheet = {
  heading: string;
  contract: string;
  sides: readonly {
    role: string;
    name: string;
    requisites: readonly string[];
    signer?: string | undefined;
  }[];
  lines: ActContent['lines'];
  amount_kop: number;
  /** Sentences after the lines. */
  summary: readonly string[];
};

const CONTRACTS = { ...CONTRACT_KIND_LABELS, services: 'Договор оказания услуг' } as const satisfies Record<
  ActContent['contract']['kind'],
  string
>;

function formatContract({ kind, number, date }: ActContent['contract']): string {
  const details = [number && `№ ${number}`, date && `от ${formatIsoDay(date)}`].filter(Boolean);
  return details.length === 0 ? '' : [CONTRACTS[kind], ...details].join(' ');
}

/** Returns a sentence about the answer of the partner or the replacement of the act; empty for an issued act. */
function formatResponse({
  status,
  answered_at,
  time_zone,
  objection,
  replaced_by,
  content,
}: FoundAct): string {
  const { role } = content.contractor;
  if (status === 'annulled') return 'Акт аннулирован: банк вернул все его выплаты.';
  if (status === 'replaced') return `Акт заменен: А-${replaced_by}.`;
  if (status === 'issued' || answered_at === null) return '';
  if (status === 'objected') return `${role} возразил: ${objection}`;
  const [day = '', time = ''] = localDateTime(answered_at, time_zone).toISOString().split('T');
  return `${role} подтвердил акт в личном кабинете ${formatIsoDay(day)} в ${time.slice(0, 5)}.`;
}

/** Returns the texts and lines of an act for its files. */
export function actSheet(act: FoundAct): ActSheet {
  const { content, number, month, amount_kop, title } = act;
  const { lines, customer, contractor, vat, closing, contract } = content;
  return {
    heading: `${title} № А-${number} от ${formatIsoDay(getLastDayOfMonth(month))} за ${monthInWords(month)}`,
    contract: formatContract(contract),
    sides: [customer, contractor],
    lines,
    amount_kop,
    summary: [
      `Итого: ${formatRubles(amount_kop)} (${amountInWords(amount_kop)}). ${vat}.`,
      content.tax ?? '',
      ACT_DATES,
      closing,
      formatResponse(act),
    ].filter(Boolean),
  };
}

import type { ActContent } from '@referral-dashboard/api-contract';

type ContractKind = ActContent['contract']['kind'];
type Wording = { title: string; customer: string; contractor: string; closing: string };

const accepted = (customer: string) => `${customer} отчет принял и возражений не имеет.`;

/** Title of an act, names of its sides and its closing sentence, by kind of contract. */
export const ACT_WORDING: Readonly<Record<ContractKind, Wording>> = {
  services: {
    title: 'Акт об оказании услуг',
    customer: 'Заказчик',
    contractor: 'Исполнитель',
    closing:
      'Услуги оказаны полностью и в срок. Заказчик не имеет претензий по их объему, качеству и срокам.',
  },
  agency: {
    title: 'Отчет агента',
    customer: 'Принципал',
    contractor: 'Агент',
    closing: `Поручение исполнено. ${accepted('Принципал')}`,
  },
  commission: {
    title: 'Отчет комиссионера',
    customer: 'Комитент',
    contractor: 'Комиссионер',
    closing: `Поручение исполнено. ${accepted('Комитент')}`,
  },
  mandate: {
    title: 'Отчет поверенного',
    customer: 'Доверитель',
    contractor: 'Поверенный',
    closing: `Поручение исполнено. ${accepted('Доверитель')}`,
  },
};

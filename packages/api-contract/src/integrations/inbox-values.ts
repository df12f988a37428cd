/** Where an event of another system came from. */
export const OUTSIDE_EVENT_CHANNELS = ['api', 'own_site', 'crm', 'import'] as const;
export type OutsideEventChannel = (typeof OUTSIDE_EVENT_CHANNELS)[number];
export const OUTSIDE_EVENT_CHANNEL_LABELS: Readonly<Record<OutsideEventChannel, string>> = {
  api: 'API',
  own_site: 'Свой сайт',
  crm: 'CRM',
  import: 'Файл',
};

/** What an event reports. */
export const OUTSIDE_EVENT_KINDS = ['conversion', 'sale', 'refund', 'deal'] as const;
export type OutsideEventKind = (typeof OUTSIDE_EVENT_KINDS)[number];
export const OUTSIDE_EVENT_KIND_LABELS: Readonly<Record<OutsideEventKind, string>> = {
  conversion: 'Заявка',
  sale: 'Продажа',
  refund: 'Возврат',
  deal: 'Сделка',
};

/**
 * State of an event. `received`: it waits for the job. `late`: a later event of the same object was applied before. `unmatched`: its client is
 * unknown. `failed`: it is retried for three days, then an owner decides. `ignored`: it changes nothing.
 */
export const OUTSIDE_EVENT_STATES = [
  'received',
  'applied',
  'late',
  'unmatched',
  'failed',
  'ignored',
] as const;
export type OutsideEventState = (typeof OUTSIDE_EVENT_STATES)[number];
export const OUTSIDE_EVENT_STATE_LABELS: Readonly<Record<OutsideEventState, string>> = {
  received: 'В очереди',
  applied: 'Применено',
  late: 'Опоздало',
  unmatched: 'Не сопоставлено',
  failed: 'Ошибка',
  ignored: 'Не учтено',
};

import { createHash } from 'node:crypto';
import type { Db } from '../platform/db/db.ts';
import { createRandom } from './random.ts';

const SEED = 20_260_822;

const DOCUMENTS = {
  offer:
    'Партнер рекомендует услуги компании и получает вознаграждение за сделки по его рекомендации. Размер и срок выплаты стоят в условиях программы. Каждая сторона может отказаться от договора, предупредив другую за 10 дней.',
  personal_data:
    'Разрешаю ООО «Домашний мастер» обрабатывать мои имя, телефон, почту и ИНН, чтобы вести партнерскую программу и выплачивать вознаграждение. Согласие действует 3 года, отозвать его можно письмом.',
} as const;

/**
 * Sets the settings of the demo organization: its bank, its payment terms, and the documents that partners agree to. Like the team, the
 * programs and the partners, they are rows: no rule computes them, and they exist before the first event.
 */
export async function insertSettings(trx: Db, organizationId: string, at: Date) {
  await trx
    .updateTable('organizations')
    .set({
      name: 'Домашний мастер',
      legal_name: 'ООО «Домашний мастер»',
      inn: '7700123459',
      kpp: '770001001',
      privacy_policy_url: 'https://example.ru/privacy',
      bank_name: 'ПАО Сбербанк',
      bank_bik: '044525225',
      bank_account: '40702810938000012345',
      bank_corr_account: '30101810400000000225',
      withholds_tax_since: at,
      // Receipts are entered after all payments.
      receipts_required: false,
      payment_terms: 'Платим по пятницам за все, что освободилось к этому дню.',
    })
    .where('id', '=', organizationId)
    .execute();
  // A separate generator, so that the ids do not shift the other random values.
  const random = createRandom(SEED);
  for (const kind of ['offer', 'personal_data'] as const) {
    await trx
      .insertInto('documents')
      .values({
        organization_id: organizationId,
        id: random.id(at),
        kind,
        version: 1,
        text: DOCUMENTS[kind],
        sha256: createHash('sha256').update(DOCUMENTS[kind]).digest('hex'),
        created_by: null,
        created_at: at,
      })
      .execute();
  }
}

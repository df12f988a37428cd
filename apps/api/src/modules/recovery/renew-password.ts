import type { TokenPair } from '@referral-dashboard/api-contract';
import type { FastifyRequest } from 'fastify';
import type { Db } from '../../platform/db/db.ts';

/** A new password and a new session in place of all that there were; whoever keeps passwords passes this in. */
export type RenewPassword = (
  request: FastifyRequest,
  person: Record<'id' | 'phone' | 'last_name' | 'first_name' | 'father_name', string>,
  password: string,
  allow: (trx: Db) => Promise<void>,
) => Promise<TokenPair>;

/** Sentence that tells the person of it. */
export const PASSWORD_CHANGED =
  'Задан новый пароль, все прежние входы завершены. Если это не вы, восстановите пароль снова и напишите в техподдержку.';

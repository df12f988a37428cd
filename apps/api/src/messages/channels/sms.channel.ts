import { sql } from 'kysely';
import { z } from 'zod';
import { defineChannel } from './channel.ts';
import { sms } from './sms.ts';
import { smsAero } from './sms-aero.ts';
import { smsc } from './smsc.ts';

const GATEWAYS = { smsc, smsaero: smsAero };

export const smsChannel = defineChannel({
  environment: {
    SMS_PROVIDER: z.enum(['smsc', 'smsaero'], 'Допустимы smsc и smsaero.').optional(),
    SMS_LOGIN: z.string().default(''),
    SMS_KEY: z.string().optional(),
    SMS_SENDER: z.string().default(''),
  },
  readSettings: ({ SMS_PROVIDER: provider, SMS_LOGIN: login, SMS_KEY: key, SMS_SENDER: sender }) =>
    provider === undefined || key === undefined ? undefined : { provider, login, key, sender },
  findProblem: ({ SMS_PROVIDER, SMS_KEY }) =>
    (SMS_PROVIDER === undefined) === (SMS_KEY === undefined)
      ? undefined
      : 'SMS_KEY: вместе с SMS_PROVIDER, одно без другого не действует.',
  open: (settings, fetch) => sms(GATEWAYS[settings.provider](settings), settings.sender, fetch),
  isRehearsable: true,
  getAddress: ({ phone }) => phone,
  isCurrentAddress: sql`u.phone = d.address`,
});
